import type { Findings } from '../../../doctor/finding.js';
import type { ServiceMessages } from '../../../engine/run/runMessages.js';
import type { FindingWords } from '../../../wording/findings.js';
import { choose, formatNumber, listParts, timeSpan } from './phrases.js';
import { faultText, requestSentence } from './requests.js';

const thenRestart = 'Starten Sie danach den Server neu.';
const askServiceOperator = 'Fragen Sie den Betreiber des Dienstes';

export function proxyUnusable(variable: string): string {
  return `${variable} ist keine Proxy-Adresse, die rwa verwenden kann. Schreiben Sie sie wie http://proxy.example:3128 oder http://NAME:PASSWORT@proxy.example:3128, Sonderzeichen prozentcodiert (@ ist %40, # ist %23, % ist %25). SOCKS-Proxys werden nicht unterstützt. ${thenRestart}`;
}

export function createFindingWords(
  serviceUnusable: (message: ServiceMessages['serviceUnusable']) => string,
): FindingWords {
  return {
    versions: ['Versionen', ({ rwa, node, machine }) => `rwa ${rwa}, Node ${node}, ${machine}`],
    authorities: [
      'Zertifikate',
      ({ file, certificates = 0 }) =>
        file === undefined
          ? 'nur die Zertifizierungsstellen, denen Node vertraut'
          : `${formatNumber(certificates)} ${choose(certificates, 'Zertifikat', 'Zertifikate')} aus ${file} und die Zertifizierungsstellen, denen Node vertraut`,
    ],
    authoritiesUnusable: [
      'Zertifikate',
      (finding) =>
        `${describeAuthorities(finding)} Setzen Sie NODE_EXTRA_CA_CERTS auf eine PEM-Datei mit den Zertifizierungsstellen Ihrer Firma, oder entfernen Sie die Variable. ${thenRestart}`,
    ],
    baseUrl: ['Basis-URL', ({ url, isTest }) => `${url}${isTest ? ' (Testumgebung)' : ''}`],
    proxy: [
      'Proxy',
      ({ address, variable, noProxy = '' }) =>
        address === undefined
          ? 'keiner'
          : `${address}, aus ${variable}${noProxy === '' ? '' : `; nicht für ${noProxy} (NO_PROXY)`}`,
    ],
    proxyUnusable: ['Proxy', ({ variable }) => proxyUnusable(variable)],
    hostFound: ['Hostname', ({ name, addresses }) => `${name} ist ${addresses.join(', ')}`],
    hostUnknown: [
      'Hostname',
      ({ name, fault }) =>
        `${name}: ${faultText(fault)}. Prüfen Sie die Schreibweise und das Netz.`,
    ],
    serviceAnswered: ['Dienst', ({ tookMs }) => `Antwort nach ${describeDuration(tookMs)}`],
    serviceFailed: ['Dienst', serviceUnusable],
    serviceNotAsked: [
      'Dienst',
      () => 'nicht gefragt, weil die Einstellungen nicht verwendet werden können',
    ],
    tokenAccepted: ['Token', ({ operations }) => `akzeptiert von ${listParts(operations)}`],
    tokenRefused: ['Token', serviceUnusable],
    tokenRefusedBy: [
      'Token',
      ({ operation, answer }) =>
        `Nur ${operation} lehnt es ab, andere Operationen nicht: ${requestSentence(answer)} ${askServiceOperator}, ob dieses Token ${operation} verwenden darf.`,
    ],
    tokenUnclear: [
      'Token',
      ({ operation, answer }) =>
        `Die Antwort von ${operation} zeigt nicht, ob es das Token akzeptiert: ${requestSentence(answer)} Wenn das wieder geschieht, fragen Sie den Betreiber des Dienstes.`,
    ],
    operationMissing: [
      'Token',
      ({ operation }) =>
        operation === 'rwa_update'
          ? 'Der Dienst hat kein rwa_update (HTTP 404), deshalb kann keine Entscheidung erfasst werden: weder auf der Seite noch mit „rwa decide“. Bitten Sie den Betreiber des Dienstes um den Workflow rwa_update.'
          : `Dieser Dienst hat kein ${operation}.`,
    ],
    tokenNotChecked: [
      'Token',
      ({ isTest }) =>
        isTest
          ? 'nicht geprüft: rwa_create und create_pending_user, weil nur eine Anfrage mit möglicher Wirkung zeigen würde, ob das Token akzeptiert wird'
          : 'nicht geprüft: rwa_create und create_pending_user, weil nur eine Anfrage mit möglicher Wirkung zeigen würde, ob das Token akzeptiert wird; remove_user_access, das es nur in der Testumgebung gibt',
    ],
    companyKnown: [
      'Firma',
      ({ assessmentId, row, sheet }) =>
        `Der Dienst kennt die Bewertung ${assessmentId} von Zeile ${row} in ${sheet}.`,
    ],
    companyUnknown: [
      'Firma',
      ({ service, assessmentId, row, sheet }) =>
        `${service} kennt die Bewertung ${assessmentId} von Zeile ${row} in ${sheet} nicht, die dieser Server gespeichert hat. Vielleicht gehört das Token zu einer anderen Firma oder die Basis-URL zu einem anderen Dienst: Korrigieren Sie sie. ${thenRestart} Wenn die Bewertung aus dem Dienst entfernt wurde, öffnen Sie die Zeile unter „Ergebnisse“, und wählen Sie „Diese Bewertung gehört nicht zur Zeile …“.`,
    ],
    clockRight: ['Uhr', () => 'stimmt mit der Zeit des Dienstes überein'],
    clockWrong: [
      'Uhr',
      ({ aheadMs }) =>
        `Die Uhr dieses Computers geht ${timeSpan(Math.abs(aheadMs))} ${aheadMs > 0 ? 'vor' : 'nach'}, verglichen mit dem Dienst. Stellen Sie sie, weil Zeiten in Aufzeichnungen und Zeitplänen davon abhängen.`,
    ],
    clockUnknown: ['Uhr', () => 'keine Antwort mit einer Zeit zum Vergleichen'],
    folderUsable: ['Ordner', ({ folder }) => `${folder} ist beschreibbar, nur für dieses Konto`],
    folderOpenToOthers: [
      'Ordner',
      ({ folder }) =>
        `Andere Benutzer dieses Computers können ${folder} öffnen. Der Ordner enthält personenbezogene Daten: Führen Sie „chmod 700“ dafür aus.`,
    ],
    folderUnusable: [
      'Ordner',
      ({ folder, reason }) =>
        `${folder} kann nicht verwendet werden: ${reason}. Korrigieren Sie die Rechte, oder prüfen Sie die Festplatte.`,
    ],
    diskFree: ['Festplatte', ({ freeBytes }) => `${formatMegabytes(freeBytes)} sind frei`],
    diskAlmostFull: [
      'Festplatte',
      ({ folder, freeBytes, neededBytes }) =>
        `Auf der Festplatte mit ${folder} sind nur noch ${formatMegabytes(freeBytes)} frei, und eine große Tabelle braucht vielleicht ${formatMegabytes(neededBytes)}. Geben Sie Speicherplatz frei.`,
    ],
    databaseAnswered: [
      'Datenbank',
      ({ release, tookMs }) => `${release}, Antwort nach ${Math.ceil(tookMs)} ms`,
    ],
    unfinished: [
      'Weitere Prüfungen',
      ({ limitMs }) =>
        `nicht innerhalb von ${timeSpan(limitMs)} abgeschlossen: Der Dienst, der Namensserver, die Festplatte oder die Datenbank ist langsam`,
    ],
  };
}

function describeDuration(milliseconds: number): string {
  return milliseconds < 500 ? 'weniger als einer Sekunde' : timeSpan(milliseconds);
}

function formatMegabytes(bytes: number): string {
  return `${formatNumber(Math.ceil(bytes / 1e6))} MB`;
}

function describeAuthorities({ file, fault, reason }: Findings['authoritiesUnusable']): string {
  switch (fault) {
    case 'unreadable':
      return `${file} kann nicht gelesen werden: ${reason}.`;
    case 'empty':
      return `${file} enthält kein Zertifikat.`;
    case 'expired':
      return `Alle Zertifikate in ${file} sind abgelaufen.`;
    case 'damaged':
      return `Ein Zertifikat in ${file} ist beschädigt: ${reason}.`;
  }
}
