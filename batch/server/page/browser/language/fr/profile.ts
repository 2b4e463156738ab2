import type { profile as english } from '../en/profile.js';
import type { Translation } from '../../../../contract/languages.js';

export const profile: Translation<typeof english> = {
  title: 'Profil',
  lead: 'Votre rôle : {{role}} ({{rights}}).',
  name: 'Nom',
  saveName: 'Enregistrer le nom',
  nameSaved: 'Votre nom est enregistré.',
  language: {
    title: 'Langue',
    label: 'Langue de la page',
    hint: 'Vos e-mails sont aussi dans cette langue.',
    save: 'Enregistrer la langue',
    saved: 'Votre langue est enregistrée.',
  },
  notices: {
    title: 'Vos notifications par e-mail',
    about: 'Elles indiquent le nom du tableau et le nombre de lignes, mais ni personnes ni scores.',
    mailOff:
      'Aucune n’est encore envoyée : un administrateur doit d’abord définir le serveur de messagerie dans « Paramètres ».',
    loading: 'Chargement de vos notifications…',
    emailHint: 'Laissez ce champ vide pour ne recevoir aucune notification.',
    to: 'À {{email}}',
    ends: 'Une exécution est terminée',
    endsHint: 'Également si elle a échoué.',
    review: 'Des lignes sont à vérifier',
    reviewHint: 'Si des lignes sont refusées, non confirmées ou bloquées à la fin d’une exécution.',
    save: 'Enregistrer les notifications',
    saved: 'Vos notifications sont enregistrées.',
  },
  noticeChoices: {
    own: 'Exécutions que j’ai lancées ou planifiées',
    all: 'Toutes les exécutions',
    none: 'Jamais',
  },
  password: {
    title: 'Votre mot de passe',
    current: 'Mot de passe actuel',
    currentHint: 'Laissez ce champ vide si vous n’en avez pas encore.',
    new: 'Nouveau mot de passe',
    change: 'Modifier le mot de passe',
    changed: 'Votre mot de passe a été modifié.',
  },
  tokens: {
    title: 'Jetons pour des programmes',
    about:
      'Un jeton permet à un programme, par exemple n8n, d’utiliser l’API en votre nom. Voir la <link>description de l’API</link>.',
    loading: 'Chargement de vos jetons…',
    role: 'Rôle',
    days: 'Validité en jours',
    create: 'Créer un jeton',
    copy: 'Copiez ce jeton. Il n’est affiché qu’une fois.',
    used: 'dernière utilisation le <use/>, expire le <end/>',
    unused: 'jamais utilisé, expire le <end/>',
  },
  revoke: {
    button: 'Révoquer…',
    label: 'Révoquer {{name}}…',
    title: 'Révoquer {{name}} ?',
    confirm: 'Révoquer le jeton',
    effect: 'Un programme qui utilise ce jeton perd immédiatement son accès.',
  },
};
