import type { CellMessages, CellSource } from '../../../engine/run/runMessages.js';
import { type CellWords, formatCell, formatResult } from '../../../wording/cells.js';
import { sentence, value } from '../../../wording/sentence.js';
import type { Wordings } from '../../../wording/wordings.js';
import { choose, formatNumber, quoted, quoteStart } from './phrases.js';

const sourceIs: Readonly<Record<CellSource, string>> = {
  assessment: 'l’évaluation indique',
  result: 'le résultat est',
};

const fromSource: Readonly<Record<CellSource, string>> = {
  assessment: 'de l’évaluation',
  result: 'du résultat',
};

const cellWords: CellWords = { formula: 'une formule', quote: quoteStart };

export const cellWording: Wordings<CellMessages> = {
  cellKept({ row, heading, current, wanted, source, isReference = false }) {
    const contains = sentence`Ligne ${`${row}`} : ${quoted(heading)} contient ${value(formatCell(current, cellWords))}`;
    if (isReference) {
      return sentence`${contains} ; la référence de la ligne ne peut donc pas être écrite. Déplacez le texte dans une autre colonne et videz la cellule.`;
    }
    return wanted === undefined
      ? sentence`${contains}, mais il n’y a pas de résultat correspondant ; videz la cellule s’il s’agit d’une erreur.`
      : sentence`${contains}, mais ${sourceIs[source]} ${value(formatResult(wanted, cellWords))} ; videz la cellule pour qu’elle soit réécrite.`;
  },
  cellsKept({ count, first, source }) {
    const places = first.map(({ row, heading }) => `ligne ${row} ${quoted(heading)}`).join(', ');
    const rest = count - first.length;
    const more = rest === 0 ? '' : ` et ${formatNumber(rest)} ${choose(rest, 'autre', 'autres')}`;
    return `${formatNumber(count)} cellules diffèrent ${fromSource[source]} et n’ont pas été modifiées : ${places}${more}. Videz une cellule pour qu’elle soit réécrite.`;
  },
};
