import type { ReadingFailureWords } from '../readingFailures.js';

export const readingFailures: ReadingFailureWords = {
  tooLarge:
    'Le fichier n’a pas pu être lu : il demande plus de mémoire que le serveur n’en accorde à un tableau. Supprimez ce qui est inutile, ou répartissez ses lignes en plusieurs fichiers, et importez-le à nouveau.',
  unexpected:
    'Le fichier n’a pas pu être lu à cause d’une erreur du serveur. Importez-le à nouveau. Si cela ne suffit pas, demandez à la personne qui gère ce serveur de vérifier le journal et l’espace disque du serveur.',
};
