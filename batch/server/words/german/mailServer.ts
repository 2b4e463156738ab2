import type { MailServerWords } from '../mailServer.js';
import { faultText, remedyText } from './requests.js';
import { quoted } from './phrases.js';

const checkPort =
  'Prüfen Sie den Port und die Verschlüsselung: Port 587 braucht meistens STARTTLS, Port 465 TLS.';

export const mailServer: MailServerWords = {
  faults: {
    signIn: {
      reason: 'hat den Benutzernamen oder das Passwort abgelehnt',
      hint: 'Manche Mailserver verlangen ein App-Passwort.',
    },
    sender: {
      reason: 'hat den Absender abgelehnt',
      hint: 'Verwenden Sie eine Adresse, von der dieser Benutzername senden darf.',
    },
    address: { reason: 'wurde nicht verwendet, weil die Adresse ungültig ist' },
    recipient: { reason: 'hat die Empfängeradresse abgelehnt' },
    message: { reason: 'hat die Nachricht abgelehnt' },
    refused: { reason: 'hat die Verbindung abgelehnt' },
    noStartTls: {
      reason: 'bietet an diesem Port kein STARTTLS an, deshalb wurde nichts gesendet',
      hint: checkPort,
    },
    noTls: { reason: 'beginnt an diesem Port nicht mit TLS', hint: checkPort },
    handshake: {
      reason: 'wurde nicht verwendet: Der Aufbau der TLS-Verbindung ist fehlgeschlagen',
    },
    silent: { reason: 'hat nicht rechtzeitig geantwortet', hint: checkPort },
    unknownHost: {
      reason: 'wurde nicht erreicht: Der Hostname ist unbekannt',
      hint: 'Prüfen Sie die Schreibweise.',
    },
    broken: { reason: 'wurde nicht erreicht: Die Verbindung ist abgebrochen' },
    untrusted: ({ fault, remedy }) => ({
      reason: `wurde nicht verwendet: ${faultText(fault)}`,
      hint: remedy && remedyText(remedy),
    }),
    unreachable: ({ fault }) => ({
      reason: `wurde nicht erreicht: ${faultText(fault)}`,
    }),
  },
  accepted: ({ host, to, answer }) =>
    `Der Mailserver ${host} hat die Nachricht an ${to} angenommen. Seine Antwort: ${quoted(answer)}.`,
  notAccepted: (host, reason) => `Der Mailserver ${host} ${reason}.`,
  answer: (text) => `Seine Antwort: ${quoted(text)}.`,
};
