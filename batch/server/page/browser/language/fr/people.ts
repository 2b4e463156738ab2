import type { people as english } from '../en/people.js';
import type { Translation } from '../../../../contract/languages.js';

export const people: Translation<typeof english> = {
  lead: 'Personnes qui approuvent les évaluations dans le service. Les membres de ce serveur se trouvent dans « Membres ».',
  help: 'approbateurs conformité',
  testOnly:
    'L’invitation et le retrait d’approbateurs conformité ne sont possibles que dans l’environnement de test, et ce serveur en utilise un autre.',
  administratorsOnly:
    'Seuls les administrateurs peuvent inviter des approbateurs conformité et retirer des accès.',
  invite: {
    title: 'Inviter un approbateur conformité',
    about: 'Le service envoie à la personne un e-mail d’invitation.',
    firstName: 'Prénom',
    lastName: 'Nom de famille',
    email: 'E-mail',
    staffId: 'Identifiant du personnel',
    button: 'Inviter',
  },
  remove: {
    title: 'Retirer l’accès',
    about:
      'Ensuite, la personne ne peut plus se connecter au service ni y approuver quoi que ce soit.',
    button: 'Retirer l’accès…',
    question: 'Retirer l’accès de {{person}} ?',
    confirm: 'Retirer l’accès',
    consequence:
      'Cette personne ne pourra plus se connecter au service ni y approuver quoi que ce soit.',
  },
  ended: '{{person}} : {{status}}.',
  endedWithMessage: '{{person}} : {{status}}. {{message}}',
  loading: 'Chargement des actions effectuées…',
  table: {
    title: 'Actions effectuées',
    person: 'Personne',
    action: 'Action',
    status: 'Statut',
    by: 'Par',
  },
  actions: {
    invite: 'Inviter',
    remove: 'Retirer l’accès',
  },
  statuses: {
    Sending: 'Envoi en cours',
    Invited: 'Invitation envoyée',
    'Already invited': 'Invitation déjà envoyée',
    Removed: 'Accès retiré',
    'Not sent': 'Non envoyé',
    Unconfirmed: 'Non confirmé',
    Rejected: 'Refusé',
    Invalid: 'Avec problèmes',
    Duplicate: 'Doublon',
    Interrupted: 'Interrompu',
  },
  settle: {
    button: '{{person}} : {{text}}',
    recorded: '{{person}} : la réponse est enregistrée.',
    exists: 'Elle existe…',
    existsTitle: 'L’invitation existe dans le service',
    existsConfirm: 'Elle existe',
    userId: 'Identifiant d’utilisateur, si le service l’affiche',
    missing: 'Elle n’existe pas…',
    missingTitle: 'L’invitation n’existe pas dans le service',
    missingConfirm: 'Elle n’existe pas : la renvoyer',
    missingConsequence:
      'L’invitation est renvoyée immédiatement. Si elle existe malgré tout, la personne reçoit un second e-mail et peut avoir deux comptes.',
    anyway: 'Inviter quand même…',
    anywayTitle: 'Inviter {{person}} une nouvelle fois ?',
    anywayConfirm: 'Inviter quand même',
    anywayConsequence:
      'Le même identifiant du personnel a déjà été invité avec une autre adresse e-mail : la personne peut alors avoir deux comptes.',
  },
};
