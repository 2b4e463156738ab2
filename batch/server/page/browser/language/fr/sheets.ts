import type { sheets as english } from '../en/sheets.js';
import type { Translation } from '../../../../contract/languages.js';

export const sheets: Translation<typeof english> = {
  lead: 'Importez une liste d’embauches ou de déplacements et récupérez-la complétée par les scores de risque.',
  template: 'Télécharger le modèle',
  viewOnly: 'Seuls les rôles « édition » et « administration » permettent d’importer des fichiers.',
  loading: 'Chargement des tableaux…',
  empty: {
    title: 'Aucun tableau pour l’instant',
    hint: 'Importez votre propre liste telle quelle : la correspondance des colonnes se fait à l’étape suivante.',
  },
  table: {
    caption: 'Tableaux, du plus récent au plus ancien',
    sheet: 'Tableau',
    state: 'État',
    highestRisk: 'Risque le plus élevé',
    uploaded: 'Importation',
    nextAssessment: 'Prochaine évaluation',
    notPlanned: 'non planifiée',
  },
  upload: {
    title: 'Importation',
    drop: 'Déposez vos tableaux ici',
    formats: 'Excel (.xlsx, .xlsm, .xltx, .xltm) ou CSV, jusqu’à 100 Mo par fichier',
    sentBefore:
      'Si un tableau a déjà été envoyé avec la commande rwa, importez le fichier avec ses résultats et non l’original : ce serveur ne sait pas ce qui a été envoyé.',
    choose: 'Choisir des fichiers',
    files: 'Fichiers à importer',
    progress: 'Importation de {{file}}',
    reading: 'lecture en cours…',
    uploaded: 'Importé.',
    existing: 'Ce fichier a déjà été importé.',
    ended: '{{file}} : {{outcome}}',
    refused: '<file/> <reason>n’a pas été importé. {{error}}</reason>',
    interrupted: 'L’importation a été interrompue. Vérifiez la connexion, puis réessayez.',
  },
};
