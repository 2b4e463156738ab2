import type { Findings } from '../../../doctor/finding.js';
import type { ServiceMessages } from '../../../engine/run/runMessages.js';
import type { FindingWords } from '../../../wording/findings.js';
import { choose, formatNumber, listParts, timeSpan } from './phrases.js';
import { faultText, requestAfterColon } from './requests.js';

const thenRestart = 'Redémarrez ensuite le serveur.';

export function proxyUnusable(variable: string): string {
  return `${variable} n’est pas l’adresse d’un proxy que rwa peut utiliser. Écrivez-la comme http://proxy.example:3128 ou http://NOM:MOT-DE-PASSE@proxy.example:3128, avec les caractères spéciaux encodés en pourcentage (@ devient %40, # devient %23, % devient %25). Les proxys SOCKS ne sont pas pris en charge. ${thenRestart}`;
}

export function createFindingWords(
  serviceUnusable: (message: ServiceMessages['serviceUnusable']) => string,
): FindingWords {
  return {
    versions: ['Versions', ({ rwa, node, machine }) => `rwa ${rwa}, Node ${node}, ${machine}`],
    authorities: [
      'Certificats',
      ({ file, certificates = 0 }) =>
        file === undefined
          ? 'seulement les autorités de certification auxquelles Node fait confiance'
          : `${formatNumber(certificates)} ${choose(certificates, 'certificat', 'certificats')} de ${file}, et les autorités de certification auxquelles Node fait confiance`,
    ],
    authoritiesUnusable: [
      'Certificats',
      (finding) =>
        `${describeAuthorities(finding)} Indiquez dans NODE_EXTRA_CA_CERTS un fichier PEM avec les autorités de certification de votre entreprise, ou supprimez la variable. ${thenRestart}`,
    ],
    baseUrl: [
      'URL de base',
      ({ url, isTest }) => `${url}${isTest ? ' (environnement de test)' : ''}`,
    ],
    proxy: [
      'Proxy',
      ({ address, variable, noProxy = '' }) =>
        address === undefined
          ? 'aucun'
          : `${address}, selon ${variable}${noProxy === '' ? '' : ` ; sauf pour ${noProxy} (NO_PROXY)`}`,
    ],
    proxyUnusable: ['Proxy', ({ variable }) => proxyUnusable(variable)],
    hostFound: ['Nom d’hôte', ({ name, addresses }) => `${name} : ${addresses.join(', ')}`],
    hostUnknown: [
      'Nom d’hôte',
      ({ name, fault }) => `${name} : ${faultText(fault)}. Vérifiez son orthographe et le réseau.`,
    ],
    serviceAnswered: ['Service', ({ tookMs }) => `a répondu en ${timeSpan(tookMs)}`],
    serviceFailed: ['Service', serviceUnusable],
    serviceNotAsked: [
      'Service',
      () => 'non interrogé, car les paramètres ne peuvent pas être utilisés',
    ],
    tokenAccepted: ['Jeton', ({ operations }) => `accepté par ${listParts(operations)}`],
    tokenRefused: ['Jeton', serviceUnusable],
    tokenRefusedBy: [
      'Jeton',
      ({ operation, answer }) =>
        `refusé par ${operation}, mais pas par d’autres opérations : ${requestAfterColon(answer)} Demandez à l’exploitant du service si ce jeton peut utiliser ${operation}.`,
    ],
    tokenUnclear: [
      'Jeton',
      ({ operation, answer }) =>
        `La réponse de ${operation} n’indique pas si le jeton est accepté : ${requestAfterColon(answer)} Si cela se reproduit, demandez à l’exploitant du service.`,
    ],
    operationMissing: [
      'Jeton',
      ({ operation }) =>
        operation === 'rwa_update'
          ? 'Le service n’a pas rwa_update (HTTP 404) ; aucune décision ne peut donc être enregistrée, ni sur la page ni avec « rwa decide ». Demandez à l’exploitant du service le workflow rwa_update.'
          : `Ce service n’a pas ${operation}.`,
    ],
    tokenNotChecked: [
      'Jeton',
      ({ isTest }) =>
        isTest
          ? 'non vérifiés : rwa_create et create_pending_user, car seule une demande pouvant avoir un effet montrerait si le jeton est accepté'
          : 'non vérifiés : rwa_create et create_pending_user, car seule une demande pouvant avoir un effet montrerait si le jeton est accepté ; remove_user_access, qui n’existe que dans l’environnement de test',
    ],
    companyKnown: [
      'Entreprise',
      ({ assessmentId, row, sheet }) =>
        `Le service connaît l’évaluation ${assessmentId} de la ligne ${row} dans ${sheet}.`,
    ],
    companyUnknown: [
      'Entreprise',
      ({ service, assessmentId, row, sheet }) =>
        `${service} ne connaît pas l’évaluation ${assessmentId} de la ligne ${row} dans ${sheet}, que ce serveur a enregistrée. Le jeton appartient peut-être à une autre entreprise, ou l’URL de base à un autre service : corrigez-les. ${thenRestart} Si l’évaluation a été supprimée du service, ouvrez la ligne dans « Résultats » et choisissez « Ce n’est pas son évaluation… ».`,
    ],
    clockRight: ['Horloge', () => 'correspond à l’heure du service'],
    clockWrong: [
      'Horloge',
      ({ aheadMs }) =>
        `L’horloge de cette machine ${aheadMs > 0 ? 'avance' : 'retarde'} de ${timeSpan(Math.abs(aheadMs))} par rapport au service. Réglez-la, car les heures des journaux et des planifications en dépendent.`,
    ],
    clockUnknown: ['Horloge', () => 'aucune réponse avec une heure à comparer'],
    folderUsable: [
      'Dossier',
      ({ folder }) => `${folder} est accessible en écriture, pour ce compte seulement`,
    ],
    folderOpenToOthers: [
      'Dossier',
      ({ folder }) =>
        `D’autres utilisateurs de cette machine peuvent ouvrir ${folder}, qui contient des données personnelles. Exécutez « chmod 700 » sur ce dossier.`,
    ],
    folderUnusable: [
      'Dossier',
      ({ folder, reason }) =>
        `${folder} ne peut pas être utilisé : ${reason}. Corrigez les droits d’accès, ou vérifiez le disque.`,
    ],
    diskFree: ['Disque', ({ freeBytes }) => `${formatMegabytes(freeBytes)} libres`],
    diskAlmostFull: [
      'Disque',
      ({ folder, freeBytes, neededBytes }) =>
        `Il ne reste que ${formatMegabytes(freeBytes)} sur le disque de ${folder}, et un grand tableau peut avoir besoin de ${formatMegabytes(neededBytes)}. Libérez de l’espace.`,
    ],
    databaseAnswered: [
      'Base de données',
      ({ release, tookMs }) => `${release} a répondu en ${Math.ceil(tookMs)} ms`,
    ],
    unfinished: [
      'Autres vérifications',
      ({ limitMs }) =>
        `non terminées en ${timeSpan(limitMs)} : le service, le serveur de noms, le disque ou la base de données est lent`,
    ],
  };
}

function formatMegabytes(bytes: number): string {
  return `${formatNumber(Math.ceil(bytes / 1e6))} Mo`;
}

function describeAuthorities({ file, fault, reason }: Findings['authoritiesUnusable']): string {
  switch (fault) {
    case 'unreadable':
      return `${file} ne peut pas être lu : ${reason}.`;
    case 'empty':
      return `${file} ne contient aucun certificat.`;
    case 'expired':
      return `Tous les certificats de ${file} ont expiré.`;
    case 'damaged':
      return `Un certificat de ${file} est endommagé : ${reason}.`;
  }
}
