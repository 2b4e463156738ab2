import type { settings as english } from '../en/settings.js';
import type { Translation } from '../../../../contract/languages.js';

export const settings: Translation<typeof english> = {
  lead: 'Ces paramètres s’appliquent à tous les tableaux de ce serveur.',
  loading: 'Chargement des paramètres…',
  afterRun: {
    title: 'Après une exécution',
    webhook: 'Webhook',
    webhookHint:
      'Appelé à la fin de chaque exécution avec ses chiffres et le nom du fichier, sans noms de personnes. Convient à Slack, n8n et d’autres.',
    retention: 'Durée de conservation (jours)',
    retentionHint:
      'Les fichiers et les données saisies sont supprimés une fois cette durée écoulée depuis la dernière exécution ou la dernière importation d’un tableau, la plus récente des deux faisant foi. Les scores et les identifiants restent jusqu’à la suppression du tableau. Laissez ce champ vide pour tout conserver.',
    save: 'Enregistrer les paramètres',
    saved: 'Les paramètres sont enregistrés.',
  },
  readOnly: {
    title: 'Fichiers et données saisies',
    about: 'Seuls les administrateurs peuvent modifier les paramètres.',
    kept: 'Ils sont conservés jusqu’à la suppression du tableau.',
    deleted_one:
      'Ils sont supprimés {{count, number}} jour après la dernière exécution ou importation.',
    deleted_other:
      'Ils sont supprimés {{count, number}} jours après la dernière exécution ou importation.',
  },
  mail: {
    title: 'Notifications par e-mail',
    about:
      'Les membres reçoivent un e-mail lorsqu’une exécution est terminée ou que des lignes sont à vérifier, selon le choix fait dans leur profil. Il contient le nom du tableau et le nombre de lignes, mais ni personnes ni scores.',
    loading: 'Chargement du serveur de messagerie…',
    host: 'Serveur de messagerie',
    sender: 'Expéditeur',
    senderHint: 'L’adresse d’où proviennent les e-mails.',
    security: 'Chiffrement',
    port: 'Port',
    user: 'Nom d’utilisateur',
    userHint: 'Laissez ce champ vide si le serveur de messagerie ne demande pas d’identification.',
    password: 'Mot de passe',
    storedPasswordHint: 'Un mot de passe est enregistré ; laissez ce champ vide pour le conserver.',
    newPasswordHint: 'Il est enregistré et ne sera plus jamais affiché.',
    save: 'Enregistrer le serveur de messagerie',
    saved: 'Le serveur de messagerie est enregistré.',
    testTo: 'Message de test à',
    test: 'Envoyer un message de test',
    turnOff: 'Désactiver…',
    turnOffQuestion: 'Désactiver les e-mails ?',
    turnOffConsequence:
      'Le serveur de messagerie et son mot de passe sont supprimés, et les e-mails en attente ne sont pas envoyés.',
    turnOffConfirm: 'Désactiver',
    turnedOff: 'Plus aucun e-mail n’est envoyé.',
  },
  mailSecurities: {
    starttls: 'STARTTLS (habituel)',
    tls: 'TLS',
    none: 'Aucun (uniquement sur cette machine)',
  },
  check: {
    title: 'Vérifier la connexion',
    about:
      'Vérifie le service avec son jeton, le réseau, l’horloge, le disque et la base de données de ce serveur. Ne modifie rien : seules la dernière évaluation de ce serveur, ainsi qu’une évaluation et une personne qui n’existent pas, sont demandées au service.',
    button: 'Vérifier maintenant',
    noProblem: 'Aucun problème n’a été trouvé.',
    problems_one: '{{count, number}} point ci-dessous demande votre attention.',
    problems_other: '{{count, number}} points ci-dessous demandent votre attention.',
    finding: '<check/> : <state/>',
  },
  checkStates: {
    ok: 'OK',
    warning: 'Avertissement',
    problem: 'Problème',
    away: 'Indisponible pour le moment',
    inUse: 'En cours d’utilisation',
    unknown: 'Non vérifié',
  },
};
