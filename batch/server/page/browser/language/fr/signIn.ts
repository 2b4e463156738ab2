import type { signIn as english } from '../en/signIn.js';
import type { Translation } from '../../../../contract/languages.js';

export const signIn: Translation<typeof english> = {
  title: 'Connexion',
  withProvider: 'Se connecter avec {{provider}}',
  button: 'Se connecter',
  openLink: 'Ouvrez votre lien de connexion.',
  aboutLinks:
    'Le serveur en affiche un à son démarrage. Si vous avez reçu une invitation, utilisez son lien. Chaque lien ne fonctionne qu’une fois : ensuite, redémarrez le serveur ou demandez un nouveau lien à un administrateur.',
  name: 'Votre nom',
  nameHint: 'Affiché avec ce que vous faites, par exemple vos décisions, et dans le journal.',
  email: 'E-mail',
  password: 'Mot de passe',
  passwordHint: 'Au moins {{min}} caractères.',
  join: {
    titleBefore: 'Votre lien',
    title: 'Bienvenue, {{name}}',
    loading: 'Chargement de votre invitation…',
    goToStart: 'Aller à l’accueil',
    role: 'Votre rôle : <role/> ({{rights}}).',
    create: 'Créer mon compte',
    signIn: 'Se connecter ici',
  },
};
