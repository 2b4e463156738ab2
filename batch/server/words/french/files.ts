import type {
  FileMessages,
  ForgetMessages,
  ReportMessages,
} from '../../../engine/files/fileMessages.js';
import type { WritingMessages } from '../../../engine/run/runMessages.js';
import type { Wordings } from '../../../wording/wordings.js';
import { askOperator } from './advice.js';
import { choose, quoted, theRowsFirst } from './phrases.js';
import { sheetWords } from './sheets.js';

const reportNotWritten = `Le rapport n’a pas pu être écrit. ${askOperator} de vérifier son disque, puis téléchargez-le à nouveau.`;

export const fileWording: Wordings<
  FileMessages & ForgetMessages & ReportMessages & WritingMessages
> = {
  aboutFile: ({ about }) => sheetWords(about),
  fileDeleted: ({ file }) =>
    file === undefined
      ? 'Le fichier de ce tableau a été supprimé. Importez-le à nouveau pour continuer.'
      : `Le fichier ${quoted(file)} a été supprimé. Importez-le à nouveau pour continuer.`,
  resultsInJournal: ({ isStopped }) =>
    isStopped
      ? 'Ce qui a été évalué auparavant est conservé : téléchargez le tableau pour l’obtenir.'
      : 'Rien n’est perdu : téléchargez à nouveau le tableau pour obtenir tous les résultats.',
  resultsBeside: ({ reason }) =>
    `${sheetWords(reason)} Téléchargez à nouveau le tableau pour obtenir tous les résultats.`,
  sheetChanged: () =>
    'Le fichier importé a été modifié pendant l’exécution. Importez-le à nouveau.',
  resultsDoNotFit: () =>
    'Le fichier importé a été modifié pendant l’exécution, et les résultats n’y correspondent plus :',
  sentRowsNotInSheet: ({ rows }) =>
    choose(
      rows.length,
      `${theRowsFirst(rows)} a été envoyée puis corrigée ; les scores ne correspondent donc pas aux données actuelles. Pour les voir, annulez la correction dans « Vérification ».`,
      `${theRowsFirst(rows)} ont été envoyées puis corrigées ; les scores ne correspondent donc pas aux données actuelles. Pour les voir, annulez la correction dans « Vérification ».`,
    ),
  oldCopiesStay: () => 'D’anciennes copies du fichier n’ont pas pu être supprimées.',
  reportIsNoHtml: () => 'Le rapport est un fichier HTML.',
  reportIsNoFile: () => reportNotWritten,
  reportFolderNotWritable: () => reportNotWritten,
  fileIsCopy: () => 'Ceci est une copie d’un autre tableau. Rien n’a été supprimé.',
};
