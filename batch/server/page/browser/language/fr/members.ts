import type { members as english } from '../en/members.js';
import type { Translation } from '../../../../contract/languages.js';

export const members: Translation<typeof english> = {
  lead: 'Qui peut utiliser cette page, et ce que chaque membre peut y faire.',
  onlyAdministrators: 'Seuls les administrateurs peuvent inviter et modifier des membres.',
  loading: 'Chargement des membres…',
  table: {
    member: 'Membre',
    role: 'Rôle',
    signsInWith: 'Connexion avec',
    lastSeen: 'Dernière activité',
    actions: 'Actions',
    you: '(vous)',
    sessions_one: '{{count, number}} session',
    sessions_other: '{{count, number}} sessions',
    roleLabel: 'Rôle attribué à {{name}}',
    roleChanged: '{{name}} a maintenant le rôle « {{role}} ».',
  },
  signInWays: {
    link: 'un lien',
    password: 'un mot de passe',
    openid: 'le compte d’entreprise',
  },
  signOut: {
    button: 'Déconnecter partout',
    label: 'Déconnecter partout : {{name}}',
    done: 'Les sessions ouvertes par {{name}} sont terminées.',
  },
  remove: {
    button: 'Retirer…',
    label: 'Retirer {{name}}…',
    title: 'Retirer {{name}} ?',
    confirm: 'Retirer le membre',
    effect:
      'Ses sessions et ses jetons prennent fin immédiatement. Ses actions restent dans le journal.',
    done: '{{name}} ne fait plus partie des membres.',
  },
  invite: {
    title: 'Inviter un membre',
    about:
      'Le lien ne fonctionne qu’une fois et connecte la personne avec le rôle que vous choisissez.',
    name: 'Nom',
    role: 'Rôle',
    create: 'Créer un lien',
    send: 'Envoyez ce lien à la personne. Il n’est affiché qu’une fois, ne fonctionne qu’une fois et expire dans sept jours.',
  },
  invitation: {
    facts: 'invitation créée par {{by}}, expire <time/>',
    withdraw: 'Retirer…',
    label: 'Retirer l’invitation pour {{name}}…',
    title: 'Retirer l’invitation pour {{name}} ?',
    confirm: 'Retirer l’invitation',
    effect: 'Le lien cesse immédiatement de fonctionner.',
  },
};
