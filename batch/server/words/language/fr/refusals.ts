import { maxRoundNameLength } from '../../../../engine/journal/rounds.js';
import type { Translation } from '../../../contract/languages.js';
import type { refusals as english } from '../en/refusals.js';

export const refusals: Translation<typeof english> = {
  http: {
    unknownAddress: 'Cette adresse n’existe pas dans l’API.',
    wrongField: '{{field}} : {{fault}}',
    faults: {
      rowNumbers: 'Écrivez des numéros de ligne, par exemple 4, 7-9.',
      roundName: `Le nom doit compter au plus ${maxRoundNameLength} lettres, chiffres, tirets, points et traits de soulignement, par exemple 2027-Q1, et commencer par une lettre ou un chiffre.`,
    },
    emptyText: 'Saisissez au moins un caractère.',
    textTooLong_one: 'Saisissez au plus {{count, number}} caractère.',
    textTooLong_other: 'Saisissez au plus {{count, number}} caractères.',
    notJson: 'Le corps de la requête n’est pas du JSON.',
    bodyTooLarge: 'Le corps de la requête dépasse 2 Mo.',
    otherHost: 'Ce serveur ne répond qu’à l’adresse {{origin}}. Ouvrez-la.',
    otherSite: 'Cette requête provient de la page d’un autre site.',
    noOrigin:
      'Cette requête n’indique pas d’origine. Les programmes utilisent un jeton d’accès personnel au lieu d’une session.',
    tooManyUploads: 'Trop d’importations sont en cours. Réessayez dans quelques secondes.',
    tooManyOwnUploads:
      'Vous avez déjà {{uploads}} importations en cours. Réessayez dans quelques secondes.',
    bug: 'Une erreur s’est produite dans le serveur. Son journal technique en dit plus, sous le numéro de requête {{request}}.',
    changeUnknown:
      'La base de données est tombée en panne pendant cette modification : tout a été enregistré, ou une partie, ou rien. Rechargez la page avant de recommencer.',
    databaseAway: 'La base de données ne répond pas. Ce qui est en cours reprendra dès son retour.',
    databaseBusy:
      'La base de données ne peut pas le faire pour le moment : elle est surchargée, ou son disque est plein. Réessayez dans un instant ; si l’échec se répète, prévenez la personne qui gère ce serveur.',
    databaseBusyUnchanged:
      'La base de données ne peut pas le faire pour le moment : elle est surchargée, ou son disque est plein. Rien n’a été modifié. Réessayez dans un instant ; si l’échec se répète, prévenez la personne qui gère ce serveur.',
  },
  access: {
    notSignedIn: 'Connectez-vous d’abord.',
    notAllowed: 'Votre rôle ne le permet pas. Adressez-vous à un administrateur.',
    wrongCredentials: 'L’adresse e-mail ou le mot de passe est incorrect.',
    wrongPassword: 'Le mot de passe actuel est incorrect.',
    tooManyTriesSeconds: 'Il y a eu trop de tentatives. Attendez {{wait}} s, puis réessayez.',
    tooManyTriesMinutes: 'Il y a eu trop de tentatives. Attendez {{wait}} min, puis réessayez.',
    passwordLength: 'Choisissez un mot de passe de {{min}} à {{max}} caractères.',
    weakPassword: 'Choisissez un mot de passe plus difficile à deviner.',
    noEmail: 'Saisissez votre adresse e-mail.',
    usedLink:
      'Ce lien a déjà été utilisé ou a expiré. Si vous avez choisi un mot de passe avec ce lien, connectez-vous avec ce mot de passe. Sinon, demandez un nouveau lien à un administrateur. S’il s’agit du lien du premier démarrage, redémarrez le serveur avec --new-link.',
    endedInvitation: 'Cette invitation a été acceptée ou retirée, ou elle a expiré.',
    tokenRights: 'Un jeton ne peut pas avoir plus de droits que vous.',
    noToken: 'Vous n’avez pas ce jeton.',
    notWithToken: 'Un jeton ne le permet pas. Connectez-vous avec un navigateur.',
    noMember: 'Ce membre n’existe pas.',
    roleOfProvider: 'Le rôle attribué à {{name}} vient du fournisseur OpenID. Modifiez-le là-bas.',
    nameOfProvider: 'Votre nom vient de votre compte d’entreprise.',
    passwordOfProvider: 'Vous vous connectez avec le fournisseur OpenID.',
    nameTaken: 'Ce nom est déjà pris. Saisissez votre nom complet.',
    emailTaken: 'Un autre membre se connecte avec cette adresse e-mail.',
    lastAdministrator:
      'C’est le dernier administrateur. Nommez d’abord un autre membre administrateur.',
    noProvider: 'Ce serveur n’a pas de fournisseur OpenID.',
    foreignSignIn:
      'Cette connexion n’a pas été commencée dans ce navigateur, ou a pris trop de temps. Reconnectez-vous.',
    providerFailed:
      'La connexion avec {{provider}} a échoué. Réessayez ; si l’échec se répète, prévenez la personne qui gère ce serveur.',
    noRole:
      'Vous êtes connecté à {{provider}}, mais aucun de vos groupes là-bas n’a de rôle ici. Si vous y avez un autre compte, déconnectez-vous là-bas, puis connectez-vous ici avec ce compte. Sinon, adressez-vous à la personne qui gère ce serveur.',
    noRoleAs:
      'Vous êtes connecté à {{provider}} avec l’adresse {{email}}, mais aucun de vos groupes là-bas n’a de rôle ici. Si vous y avez un autre compte, déconnectez-vous là-bas, puis connectez-vous ici avec ce compte. Sinon, adressez-vous à la personne qui gère ce serveur.',
    errorPage: {
      title: 'Connexion impossible',
      back: 'Retour à la page',
    },
  },
  settings: {
    webhook: {
      incomplete:
        'Le webhook n’est pas une URL complète. Écrivez-le comme https://hooks.example.com/services/...',
      credentials:
        'L’URL du webhook contient un nom d’utilisateur ou un mot de passe. Utilisez une URL sans eux.',
      notEncrypted:
        'Le webhook utilise http, ce qui exposerait les notifications et l’URL secrète sur le réseau. Utilisez https. http n’est autorisé que pour cette machine (localhost).',
    },
    mail: {
      noReceiver: 'Saisissez l’adresse qui doit recevoir le message de test.',
      host: 'Ce n’est pas le nom d’un serveur de messagerie. Écrivez seulement son nom, par exemple smtp.example.com.',
      notEncrypted:
        'Sans chiffrement, d’autres pourraient lire le mot de passe et les messages en chemin. Choisissez STARTTLS ou TLS. Seul un serveur de messagerie sur cette machine (localhost) peut s’en passer.',
      sender: 'Saisissez l’expéditeur sous forme d’adresse, par exemple rwa@example.com.',
      noUser: 'Saisissez le nom d’utilisateur auquel appartient ce mot de passe.',
      noPassword: 'Saisissez le mot de passe de cet utilisateur.',
      passwordAgain:
        'Saisissez à nouveau le mot de passe : celui qui est enregistré n’est utilisé qu’avec le serveur de messagerie, le port, le chiffrement et le nom d’utilisateur pour lesquels il a été enregistré.',
    },
    notices: {
      addressOfSignIn:
        'Vos notifications sont envoyées à l’adresse avec laquelle vous vous connectez.',
      noAddress: 'Saisissez une adresse, par exemple ana@example.com.',
    },
    fileLost: {
      month_one:
        'Les paramètres suppriment le fichier {{count, number}} jour après une exécution, donc avant la fin du prochain mois. Choisissez un intervalle plus court entre les campagnes, ou conservez les fichiers plus de {{days}} jours.',
      month_other:
        'Les paramètres suppriment le fichier {{count, number}} jours après une exécution, donc avant la fin du prochain mois. Choisissez un intervalle plus court entre les campagnes, ou conservez les fichiers plus de {{days}} jours.',
      quarter_one:
        'Les paramètres suppriment le fichier {{count, number}} jour après une exécution, donc avant la fin du prochain trimestre. Choisissez un intervalle plus court entre les campagnes, ou conservez les fichiers plus de {{days}} jours.',
      quarter_other:
        'Les paramètres suppriment le fichier {{count, number}} jours après une exécution, donc avant la fin du prochain trimestre. Choisissez un intervalle plus court entre les campagnes, ou conservez les fichiers plus de {{days}} jours.',
      year_one:
        'Les paramètres suppriment le fichier {{count, number}} jour après une exécution, donc avant la fin de la prochaine année. Choisissez un intervalle plus court entre les campagnes, ou conservez les fichiers plus de {{days}} jours.',
      year_other:
        'Les paramètres suppriment le fichier {{count, number}} jours après une exécution, donc avant la fin de la prochaine année. Choisissez un intervalle plus court entre les campagnes, ou conservez les fichiers plus de {{days}} jours.',
    },
    filesLost_one:
      '{{count, number}} tableau réévalué selon une planification perdrait son fichier avant la prochaine campagne. Conservez les fichiers plus de {{days}} jours, ou mettez d’abord fin à la planification.',
    filesLost_other:
      '{{count, number}} tableaux réévalués selon une planification perdraient leur fichier avant la prochaine campagne. Conservez les fichiers plus de {{days}} jours, ou mettez d’abord fin à la planification.',
    workerEnded: 'Ce worker est arrêté.',
  },
  sheets: {
    gone: 'Ce tableau n’existe pas.',
    goneBySomebody: 'Ce tableau n’existe pas. Quelqu’un l’a peut-être supprimé.',
    goneMeanwhile: 'Ce tableau n’existe pas. Il a peut-être été supprimé.',
    beingRead: 'Le tableau est en cours de lecture. Réessayez dans un instant.',
    fileDeleted: 'Le fichier de ce tableau a été supprimé. Importez-le à nouveau.',
    fileDeletedToAssess:
      'Le fichier de ce tableau a été supprimé, comme prévu dans « Paramètres ». Importez-le à nouveau pour le faire réévaluer.',
    fileDeletedToRun:
      'Le fichier de ce tableau a été supprimé, comme prévu dans « Paramètres ». Importez-le à nouveau pour continuer.',
    runNotOver: 'L’exécution de ce tableau n’est pas terminée. Arrêtez-la d’abord.',
    unanswered_one:
      '{{count, number}} ligne n’a pas encore de réponse. Répondez dans « À vérifier », puis supprimez le tableau.',
    unanswered_other:
      '{{count, number}} lignes n’ont pas encore de réponse. Répondez dans « À vérifier », puis supprimez le tableau.',
    runNotStopped:
      'L’exécution de ce tableau n’a pas pu être arrêtée. Attendez un instant, puis supprimez à nouveau le tableau.',
    noRow: 'Le tableau n’a pas de ligne {{row}} avec des données.',
    notIgnored: 'Cette ligne n’est pas ignorée. Quelqu’un l’a peut-être déjà rétablie.',
    notIgnorable:
      'La ligne {{row}} ne peut pas être ignorée : c’est possible seulement pour les lignes avec problèmes et sans évaluation.',
    allIgnored:
      'Un tableau doit avoir une ligne qui n’est pas ignorée. Vous pouvez supprimer le tableau.',
    noCorrection: 'Cette correction n’existe pas. Elle a peut-être déjà été annulée.',
    noInput: 'Il n’y a pas de champ « {{field}} ».',
    otherWorksheet:
      'Rien n’a été corrigé : les lignes vérifiées sont celles de la feuille « {{worksheet}} ». Choisissez la feuille dans « Correspondance », cliquez sur « Vérifier les lignes » et faites la correction dans « Vérification ».',
    tooManyCorrections:
      'Le tableau a trop de corrections. Faites les autres dans le fichier obtenu avec « Télécharger le tableau avec les scores » dans « Résultats », puis importez ce fichier.',
    correctsUnconfirmed:
      'La ligne {{row}} a été envoyée, et personne ne sait si son évaluation existe. Ouvrez d’abord « À vérifier » dans « Résultats » et indiquez si l’évaluation existe, puis corrigez la ligne.',
    notOfProblems:
      'La valeur du paramètre {{name}} ne fait pas partie de cette liste. Utilisez la valeur de id d’un problème.',
    notOfPage:
      'La valeur du paramètre {{name}} ne fait pas partie de cette liste. Utilisez la valeur de next de la page précédente.',
    notOfSortedPage:
      'La valeur du paramètre {{name}} ne fait pas partie de cette liste. Utilisez la valeur de next de la page précédente, avec le même sort.',
  },
  upload: {
    diskFull:
      'Le disque du serveur est plein ; le fichier n’a donc pas été enregistré. Demandez à la personne qui gère ce serveur de libérer de l’espace, puis importez le fichier à nouveau.',
    tooLarge:
      'Le fichier dépasse {{megabytes}} Mo. Supprimez les images et les feuilles inutiles, ou répartissez les lignes en plusieurs fichiers.',
    cutOff: 'Le fichier n’est pas arrivé en entier. Importez-le à nouveau.',
    empty: 'Le fichier est vide.',
    oldWorkbook:
      'C’est un ancien classeur (.xls), ou un classeur protégé par un mot de passe. Ouvrez-le dans Excel, enregistrez-le au format .xlsx sans mot de passe et importez ce fichier.',
    pdf: 'Un PDF n’a pas de cellules. Importez la feuille de calcul dont il est issu.',
    otherFormat:
      'Ce n’est pas une feuille de calcul lisible. Enregistrez-la au format .xlsx ou .csv et importez ce fichier.',
  },
  runs: {
    unfit: {
      reading: 'Le tableau est encore en cours de lecture. Relancez l’exécution dans un instant.',
      unreadable:
        'Le fichier de ce tableau ne peut pas être lu. La page du tableau indique pourquoi.',
      match:
        'Les colonnes de ce tableau n’ont pas encore leur correspondance. Ouvrez « Correspondance » et choisissez ce qui manque.',
    },
    oldPlan:
      'Le tableau a changé depuis que ce plan a été établi. Consultez le nouveau plan et relancez l’exécution.',
    twoRounds: 'Indiquez soit le nom d’une campagne, soit une nouvelle campagne.',
    newRoundWithoutPlan:
      'Une nouvelle campagne exige le jeton de son plan. Planifiez-la d’abord, puis lancez-la avec ce jeton.',
    roundOfAssessment: 'Seules les réévaluations ont des campagnes à choisir.',
    allPaused:
      '{{name}} a mis en pause toutes les exécutions de ce serveur. Demandez à un administrateur de les reprendre dans « Exploitation ».',
    notYetPaused_one:
      '{{count, number}} exécution n’est pas encore en pause : des requêtes sont encore en cours. Réessayez dans un instant.',
    notYetPaused_other:
      '{{count, number}} exécutions ne sont pas encore en pause : des requêtes sont encore en cours. Réessayez dans un instant.',
    notPaused: 'L’exécution de ce tableau n’est pas en pause.',
    noneActive: 'Aucune exécution de ce tableau n’est en cours.',
    noRun: 'Ce tableau n’a pas encore eu d’exécution.',
  },
  results: {
    rowChanged:
      'La ligne {{row}} a changé depuis que vous avez chargé la page. Rien n’a été enregistré. Rechargez la page et regardez la ligne.',
    noAssessmentId: 'Saisissez l’identifiant d’évaluation que le service affiche.',
    settledMeanwhile:
      'Quelqu’un a vérifié cette ligne entre-temps, ou sa réponse est arrivée. Rien n’a été modifié. Regardez-la à nouveau.',
    requestUnderWay:
      'La requête de cette ligne est encore en cours. Rien n’a été modifié. Attendez que la ligne ait une réponse ou soit non confirmée, puis regardez-la à nouveau.',
    takenId:
      'L’identifiant {{assessmentId}} appartient déjà à une ligne d’un autre tableau et ne peut pas appartenir aussi à celle-ci. Regardez dans le service à laquelle des deux il appartient.',
    assessmentIdCount: 'assessmentIds doit avoir autant d’éléments que rows.',
    copyDiffers:
      'Les résultats ne peuvent pas être écrits dans une copie du fichier, car le contrôle de la copie par rapport au fichier a échoué. Téléchargez plutôt les résultats au format CSV.',
    notWritten: 'Les résultats ne peuvent pas être écrits dans une copie du fichier. {{why}}',
    tooManyViews: 'Vous avez {{views}} vues. Supprimez-en une d’abord.',
    viewNameTaken: 'Vous avez déjà une autre vue nommée {{name}}.',
    noView: 'Vous n’avez pas cette vue.',
  },
  people: {
    noTestService:
      'Les personnes ne peuvent être invitées et retirées que dans l’environnement de test, et {{service}} n’est pas une URL de test.',
    notWaiting: 'Cette invitation n’attend pas de réponse de ce type, ou n’en attend plus.',
  },
  restore: {
    again: 'Le serveur a été restauré encore une fois. Relisez l’avis.',
    gapAt:
      'Ce serveur a été restauré depuis une sauvegarde, ou ses données ont été copiées d’ailleurs. Il ne sait pas ce qui a été envoyé le {{to}}.',
    gapBetween:
      'Ce serveur a été restauré depuis une sauvegarde, ou ses données ont été copiées d’ailleurs. Il ne sait pas ce qui a été envoyé entre le {{from}} et le {{to}}.',
    gapBefore:
      'Ce serveur a été restauré depuis une sauvegarde, ou ses données ont été copiées d’ailleurs. Il ne sait pas ce qui a été envoyé avant le {{to}}.',
    sheet:
      'Les lignes de ce tableau envoyées pendant cette période seraient envoyées une seconde fois. Cherchez dans le service les évaluations de ces personnes datant de cette période dont les identifiants ne sont pas dans ce tableau. S’il n’y en a pas, cliquez sur « J’ai vérifié le service ». S’il y en a, cliquez sur « Télécharger le tableau avec les scores » dans « Résultats », saisissez les identifiants dans la colonne Assessment ID et importez ce fichier comme nouveau tableau. Dans le nouveau tableau, refaites d’abord les corrections avec lesquelles ces lignes ont été envoyées : sinon, leurs scores s’affichent à côté de la valeur de la cellule. Ouvrez ensuite une de ces lignes dans « Résultats » et confirmez les identifiants de toutes. Cliquez ensuite ici sur « J’ai vérifié le service » et supprimez ce tableau.',
    sheetWithoutFile:
      'Les lignes de ce tableau envoyées pendant cette période seraient envoyées une seconde fois. Cherchez dans le service les évaluations de ces personnes datant de cette période dont les identifiants ne sont pas dans ce tableau. S’il n’y en a pas, cliquez sur « J’ai vérifié le service », puis importez à nouveau le fichier. S’il y en a, ajoutez une colonne Assessment ID à votre fichier, saisissez-y les identifiants et importez ce fichier comme nouveau tableau. Ouvrez-y ensuite une de ces lignes dans « Résultats » et confirmez les identifiants de toutes. Cliquez ensuite ici sur « J’ai vérifié le service » et supprimez ce tableau.',
    newSheet:
      'Tout fichier importé maintenant attend comme celui-ci, jusqu’à ce qu’un administrateur clique sur « Autoriser les nouveaux tableaux », ce qui confirme aussi la vérification de ce tableau. Vérifiez d’abord tous les autres tableaux. C’est alors sans risque dès que tous les fichiers importés pendant cette période ont été importés à nouveau, ou s’il n’y en avait pas.',
    deleteUnchecked:
      'Après la restauration, ce tableau attend une vérification. Vérifiez le service comme le décrit l’avis sur la page du tableau, puis supprimez le tableau.',
    othersUnchecked_one:
      '{{count, number}} autre tableau attend encore sa vérification. Vérifiez d’abord ce tableau.',
    othersUnchecked_other:
      '{{count, number}} autres tableaux attendent encore leur vérification. Vérifiez d’abord ces tableaux.',
    people:
      'Regardez dans le service qui a été invité pendant cette période, puis cliquez sur « J’ai vérifié le service ». N’invitez pas ces personnes une seconde fois.',
  },
};
