import type { decide as english } from '../en/decide.js';
import type { Translation } from '../../../../contract/languages.js';

export const decide: Translation<typeof english> = {
  decision: 'Décision',
  whoDecides: 'Qui décide',
  note: 'Remarque',
  actors: {
    managerId: 'Responsable',
    complianceTeamMemberId: 'Approbateur conformité',
    cancelledByStaffId: 'Personne qui annule',
  },
  approver: {
    typed: 'Absent de la liste : utilisé comme identifiant du personnel.',
    staffId: 'L’identifiant du personnel.',
    choose: 'Choisissez une personne ou saisissez un identifiant du personnel.',
  },
  form: {
    title: 'Décider',
    button: 'Enregistrer la décision',
    recorded: 'Décision enregistrée : {{decision}}.',
  },
  dialog: {
    title_one: 'Décider pour {{count, number}} ligne',
    title_other: 'Décider pour {{count, number}} lignes',
    button_one: 'Enregistrer {{count, number}} décision',
    button_other: 'Enregistrer {{count, number}} décisions',
    recorded_one: '{{count, number}} décision enregistrée.',
    recorded_other: '{{count, number}} décisions enregistrées.',
    failed_one: '{{count, number}} décision n’a pas pu être enregistrée',
    failed_other: '{{count, number}} décisions n’ont pas pu être enregistrées',
    others_one: '{{count, number}} autre a été enregistrée.',
    others_other: '{{count, number}} autres ont été enregistrées.',
    failure: '<row>Ligne {{row}} :</row> {{message}}',
  },
  list: {
    title: 'Décisions',
    earlier: 'sur une évaluation antérieure',
    round: 'sur l’évaluation de la campagne {{round}}',
    person: 'au nom de : {{person}}',
    sending: 'enregistrement en cours…',
    failed: 'non enregistrée',
    undo: 'Pour annuler « {{decision}} », enregistrez une autre décision : la plus récente compte. « {{pending}} » laisse la ligne sans décision.',
  },
};
