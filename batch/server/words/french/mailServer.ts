import type { MailServerWords } from '../mailServer.js';
import { faultText, remedyText } from './requests.js';
import { quoted } from './phrases.js';

const checkPort =
  'Vérifiez le port et le chiffrement : le port 587 demande en général STARTTLS, et le port 465 TLS.';

export const mailServer: MailServerWords = {
  faults: {
    signIn: {
      reason: 'a refusé le nom d’utilisateur ou le mot de passe',
      hint: 'Certains serveurs de messagerie demandent un mot de passe d’application.',
    },
    sender: {
      reason: 'a refusé l’expéditeur',
      hint: 'Utilisez une adresse depuis laquelle cet utilisateur a le droit d’envoyer.',
    },
    address: { reason: 'n’a pas été utilisé, car l’adresse n’est pas valide' },
    recipient: { reason: 'a refusé le destinataire' },
    message: { reason: 'a refusé le message' },
    refused: { reason: 'a refusé la connexion' },
    noStartTls: {
      reason: 'ne propose pas STARTTLS sur ce port ; rien n’a donc été envoyé',
      hint: checkPort,
    },
    noTls: { reason: 'ne commence pas par TLS sur ce port', hint: checkPort },
    handshake: {
      reason: 'n’a pas été utilisé : l’établissement de la connexion TLS a échoué',
    },
    silent: { reason: 'n’a pas répondu à temps', hint: checkPort },
    unknownHost: {
      reason: 'n’a pas pu être joint : le nom d’hôte est inconnu',
      hint: 'Vérifiez son orthographe.',
    },
    broken: { reason: 'n’a pas pu être joint : la connexion a été interrompue' },
    untrusted: ({ fault, remedy }) => ({
      reason: `n’a pas été utilisé : ${faultText(fault)}`,
      hint: remedy && remedyText(remedy),
    }),
    unreachable: ({ fault }) => ({
      reason: `n’a pas pu être joint : ${faultText(fault)}`,
    }),
  },
  accepted: ({ host, to, answer }) =>
    `Le serveur de messagerie ${host} a accepté le message destiné à ${to}. Sa réponse : ${quoted(answer)}.`,
  notAccepted: (host, reason) => `Le serveur de messagerie ${host} ${reason}.`,
  answer: (text) => `Sa réponse : ${quoted(text)}.`,
};
