import { maxRoundNameLength } from '../../../../engine/journal/rounds.js';
import type { Translation } from '../../../contract/languages.js';
import type { refusals as english } from '../en/refusals.js';

export const refusals: Translation<typeof english> = {
  http: {
    unknownAddress: 'Diese Adresse gibt es in der API nicht.',
    wrongField: '{{field}}: {{fault}}',
    faults: {
      rowNumbers: 'Schreiben Sie Zeilennummern, zum Beispiel 4, 7-9.',
      roundName: `Der Name darf höchstens ${maxRoundNameLength} Buchstaben, Ziffern, Bindestriche, Punkte und Unterstriche haben, zum Beispiel 2027-Q1, und muss mit einem Buchstaben oder einer Ziffer beginnen.`,
    },
    emptyText: 'Geben Sie mindestens ein Zeichen ein.',
    textTooLong_one: 'Geben Sie höchstens {{count, number}} Zeichen ein.',
    textTooLong_other: 'Geben Sie höchstens {{count, number}} Zeichen ein.',
    notJson: 'Der Inhalt der Anfrage ist kein JSON.',
    bodyTooLarge: 'Der Inhalt der Anfrage ist größer als 2 MB.',
    otherHost: 'Dieser Server antwortet nur unter {{origin}}. Öffnen Sie diese Adresse.',
    otherSite: 'Diese Anfrage kam von einer anderen Website.',
    noOrigin:
      'Diese Anfrage nennt keine Herkunft. Programme verwenden statt einer Sitzung ein persönliches Zugriffstoken.',
    tooManyUploads:
      'Es werden gerade zu viele Dateien hochgeladen. Versuchen Sie es in einigen Sekunden erneut.',
    tooManyOwnUploads:
      'Sie laden gerade schon {{uploads}} Dateien hoch. Versuchen Sie es in einigen Sekunden erneut.',
    bug: 'Im Server ist ein Fehler aufgetreten. Einzelheiten stehen im Log des Servers unter der Anfrage {{request}}.',
    changeUnknown:
      'Die Datenbank ist während dieser Änderung ausgefallen: Es wurde alles gespeichert, ein Teil oder nichts. Laden Sie die Seite neu, bevor Sie die Änderung wiederholen.',
    databaseAway:
      'Die Datenbank antwortet nicht. Was gerade läuft, geht weiter, sobald sie wieder da ist.',
    databaseBusy:
      'Die Datenbank kann das gerade nicht ausführen: Sie ist ausgelastet, oder ihr Speicherplatz ist voll. Versuchen Sie es gleich noch einmal. Wenn es wieder nicht klappt, wenden Sie sich an die Person, die diesen Server betreibt.',
    databaseBusyUnchanged:
      'Die Datenbank kann das gerade nicht ausführen: Sie ist ausgelastet, oder ihr Speicherplatz ist voll. Es wurde nichts geändert. Versuchen Sie es gleich noch einmal. Wenn es wieder nicht klappt, wenden Sie sich an die Person, die diesen Server betreibt.',
  },
  access: {
    notSignedIn: 'Melden Sie sich zuerst an.',
    notAllowed: 'Ihre Rolle erlaubt das nicht. Wenden Sie sich an die Administration.',
    wrongCredentials: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    wrongPassword: 'Das aktuelle Passwort ist falsch.',
    tooManyTriesSeconds:
      'Es gab zu viele Versuche. Warten Sie {{wait}} s, und versuchen Sie es dann erneut.',
    tooManyTriesMinutes:
      'Es gab zu viele Versuche. Warten Sie {{wait}} min, und versuchen Sie es dann erneut.',
    passwordLength: 'Wählen Sie ein Passwort mit {{min}} bis {{max}} Zeichen.',
    weakPassword: 'Wählen Sie ein Passwort, das schwerer zu erraten ist.',
    noEmail: 'Geben Sie Ihre E-Mail-Adresse ein.',
    usedLink:
      'Dieser Link wurde schon benutzt oder ist abgelaufen. Wenn Sie damit ein Passwort gewählt haben, melden Sie sich mit diesem an. Bitten Sie sonst die Administration um einen neuen Link. Wenn es der Link vom ersten Start ist, starten Sie den Server mit --new-link neu.',
    endedInvitation:
      'Diese Einladung wurde angenommen oder zurückgezogen, oder sie ist abgelaufen.',
    tokenRights: 'Ein Token kann nicht mehr Rechte haben als Sie.',
    noToken: 'Sie haben kein solches Token.',
    notWithToken: 'Das geht nicht mit einem Token. Melden Sie sich im Browser an.',
    noMember: 'Dieses Mitglied gibt es nicht.',
    roleOfProvider: '{{name}} hat die Rolle vom OpenID-Anbieter. Ändern Sie sie dort.',
    nameOfProvider: 'Ihr Name kommt aus Ihrem Firmenkonto.',
    passwordOfProvider: 'Sie melden sich über den OpenID-Anbieter an.',
    nameTaken: 'Dieser Name ist vergeben. Geben Sie Ihren vollständigen Namen ein.',
    emailTaken: 'Ein anderes Mitglied meldet sich mit dieser E-Mail-Adresse an.',
    lastAdministrator:
      'Dies ist das letzte Mitglied mit der Rolle „Administration“. Geben Sie zuerst einem anderen Mitglied diese Rolle.',
    noProvider: 'Dieser Server hat keinen OpenID-Anbieter.',
    foreignSignIn:
      'Diese Anmeldung wurde nicht in diesem Browser begonnen, oder sie hat zu lange gedauert. Melden Sie sich erneut an.',
    providerFailed:
      'Die Anmeldung über {{provider}} ist fehlgeschlagen. Versuchen Sie es erneut. Wenn es wieder nicht klappt, wenden Sie sich an die Person, die diesen Server betreibt.',
    noRole:
      'Sie sind bei {{provider}} angemeldet, aber keine Ihrer Gruppen dort hat hier eine Rolle. Wenn Sie dort ein anderes Konto haben, melden Sie sich dort ab und dann hier mit diesem Konto an. Wenden Sie sich sonst an die Person, die diesen Server betreibt.',
    noRoleAs:
      'Sie sind bei {{provider}} als {{email}} angemeldet, aber keine Ihrer Gruppen dort hat hier eine Rolle. Wenn Sie dort ein anderes Konto haben, melden Sie sich dort ab und dann hier mit diesem Konto an. Wenden Sie sich sonst an die Person, die diesen Server betreibt.',
    errorPage: {
      title: 'Nicht angemeldet',
      back: 'Zurück zur Seite',
    },
  },
  settings: {
    webhook: {
      incomplete:
        'Der Webhook ist keine vollständige URL. Schreiben Sie ihn wie https://hooks.example.com/services/...',
      credentials:
        'Die URL des Webhooks enthält einen Benutzernamen oder ein Passwort. Verwenden Sie eine URL ohne beides.',
      notEncrypted:
        'Der Webhook verwendet http. Damit wären die Benachrichtigungen und die geheime URL im Netz lesbar. Verwenden Sie https. http ist nur für diesen Rechner (localhost) erlaubt.',
    },
    mail: {
      noReceiver: 'Geben Sie die Adresse ein, an die die Testnachricht gehen soll.',
      host: 'Das ist nicht der Name eines Mailservers. Schreiben Sie nur seinen Namen, zum Beispiel smtp.example.com.',
      notEncrypted:
        'Ohne Verschlüsselung könnten andere unterwegs das Passwort und die Nachrichten lesen. Wählen Sie STARTTLS oder TLS. Nur ein Mailserver auf diesem Rechner (localhost) braucht keines von beiden.',
      sender: 'Geben Sie den Absender als Adresse ein, zum Beispiel rwa@example.com.',
      noUser: 'Geben Sie den Benutzernamen ein, zu dem dieses Passwort gehört.',
      noPassword: 'Geben Sie das Passwort zu diesem Benutzernamen ein.',
      passwordAgain:
        'Geben Sie das Passwort noch einmal ein: Das gespeicherte wird nur mit dem Mailserver, dem Port, der Verschlüsselung und dem Benutzernamen verwendet, für die es gespeichert wurde.',
    },
    notices: {
      addressOfSignIn: 'Ihre Benachrichtigungen gehen an die Adresse, mit der Sie sich anmelden.',
      noAddress: 'Geben Sie eine Adresse ein, zum Beispiel ana@example.com.',
    },
    fileLost: {
      month_one:
        'Die Einstellungen löschen die Datei {{count, number}} Tag nach einem Durchlauf, also bevor der nächste Monat um ist. Wählen Sie einen kürzeren Abstand zwischen den Runden, oder bewahren Sie Dateien länger als {{days}} Tage auf.',
      month_other:
        'Die Einstellungen löschen die Datei {{count, number}} Tage nach einem Durchlauf, also bevor der nächste Monat um ist. Wählen Sie einen kürzeren Abstand zwischen den Runden, oder bewahren Sie Dateien länger als {{days}} Tage auf.',
      quarter_one:
        'Die Einstellungen löschen die Datei {{count, number}} Tag nach einem Durchlauf, also bevor das nächste Quartal um ist. Wählen Sie einen kürzeren Abstand zwischen den Runden, oder bewahren Sie Dateien länger als {{days}} Tage auf.',
      quarter_other:
        'Die Einstellungen löschen die Datei {{count, number}} Tage nach einem Durchlauf, also bevor das nächste Quartal um ist. Wählen Sie einen kürzeren Abstand zwischen den Runden, oder bewahren Sie Dateien länger als {{days}} Tage auf.',
      year_one:
        'Die Einstellungen löschen die Datei {{count, number}} Tag nach einem Durchlauf, also bevor das nächste Jahr um ist. Wählen Sie einen kürzeren Abstand zwischen den Runden, oder bewahren Sie Dateien länger als {{days}} Tage auf.',
      year_other:
        'Die Einstellungen löschen die Datei {{count, number}} Tage nach einem Durchlauf, also bevor das nächste Jahr um ist. Wählen Sie einen kürzeren Abstand zwischen den Runden, oder bewahren Sie Dateien länger als {{days}} Tage auf.',
    },
    filesLost_one:
      '{{count, number}} Tabelle, die nach einem Zeitplan neu bewertet wird, würde ihre Datei vor der nächsten Runde verlieren. Bewahren Sie Dateien länger als {{days}} Tage auf, oder beenden Sie zuerst den Zeitplan.',
    filesLost_other:
      '{{count, number}} Tabellen, die nach einem Zeitplan neu bewertet werden, würden ihre Datei vor der nächsten Runde verlieren. Bewahren Sie Dateien länger als {{days}} Tage auf, oder beenden Sie zuerst den Zeitplan.',
    workerEnded: 'Dieser Worker ist beendet.',
  },
  sheets: {
    gone: 'Diese Tabelle gibt es nicht.',
    goneBySomebody: 'Diese Tabelle gibt es nicht. Vielleicht hat sie jemand gelöscht.',
    goneMeanwhile: 'Diese Tabelle gibt es nicht. Vielleicht wurde sie gelöscht.',
    beingRead: 'Die Tabelle wird gerade gelesen. Versuchen Sie es gleich noch einmal.',
    fileDeleted: 'Die Datei dieser Tabelle wurde gelöscht. Laden Sie sie erneut hoch.',
    fileDeletedToAssess:
      'Die Datei dieser Tabelle wurde gelöscht, wie unter „Einstellungen“ festgelegt. Laden Sie sie erneut hoch, um sie neu bewerten zu lassen.',
    fileDeletedToRun:
      'Die Datei dieser Tabelle wurde gelöscht, wie unter „Einstellungen“ festgelegt. Laden Sie sie erneut hoch, um fortzufahren.',
    runNotOver: 'Der Durchlauf dieser Tabelle ist noch nicht vorbei. Beenden Sie ihn zuerst.',
    unanswered_one:
      '{{count, number}} Zeile hat noch keine Antwort. Geben Sie unter „Zu klären“ an, ob es die Bewertung gibt, und löschen Sie dann die Tabelle.',
    unanswered_other:
      '{{count, number}} Zeilen haben noch keine Antwort. Geben Sie unter „Zu klären“ an, ob es die Bewertungen gibt, und löschen Sie dann die Tabelle.',
    runNotStopped:
      'Der Durchlauf dieser Tabelle ließ sich nicht beenden. Warten Sie einen Moment, und löschen Sie die Tabelle dann erneut.',
    noRow: 'Die Tabelle hat keine Zeile {{row}} mit Angaben.',
    notIgnored:
      'Diese Zeile wird nicht ignoriert. Vielleicht hat das schon jemand rückgängig gemacht.',
    notIgnorable:
      'Zeile {{row}} kann nicht ignoriert werden: Das geht nur bei Zeilen mit Problemen und ohne Bewertung.',
    allIgnored:
      'Eine Tabelle braucht eine Zeile, die nicht ignoriert wird. Sie können die Tabelle löschen.',
    noCorrection: 'Diese Korrektur gibt es nicht. Vielleicht wurde sie schon rückgängig gemacht.',
    noInput: 'Es gibt keine Angabe „{{field}}“.',
    otherWorksheet:
      'Nichts wurde korrigiert: Geprüft sind die Zeilen des Tabellenblatts „{{worksheet}}“. Wählen Sie das Tabellenblatt unter „Zuordnen“, klicken Sie auf „Zeilen prüfen“, und nehmen Sie die Korrektur unter „Prüfen“ vor.',
    tooManyCorrections:
      'Die Tabelle hat zu viele Korrekturen. Nehmen Sie die übrigen in der Datei aus „Tabelle mit Risikowerten herunterladen“ unter „Ergebnisse“ vor, und laden Sie diese Datei hoch.',
    correctsUnconfirmed:
      'Zeile {{row}} wurde gesendet, und niemand weiß, ob es ihre Bewertung gibt. Öffnen Sie zuerst „Zu klären“ unter „Ergebnisse“, und geben Sie an, ob es die Bewertung gibt. Korrigieren Sie dann die Zeile.',
    notOfProblems:
      'Der Wert von {{name}} gehört nicht zu dieser Liste. Verwenden Sie den Wert von id eines Problems.',
    notOfPage:
      'Der Wert von {{name}} gehört nicht zu dieser Liste. Verwenden Sie den Wert von next der vorigen Seite.',
    notOfSortedPage:
      'Der Wert von {{name}} gehört nicht zu dieser Liste. Verwenden Sie den Wert von next der vorigen Seite, mit demselben sort.',
  },
  upload: {
    diskFull:
      'Der Speicherplatz des Servers ist voll, deshalb wurde die Datei nicht gespeichert. Bitten Sie die Person, die diesen Server betreibt, Platz zu schaffen, und laden Sie die Datei dann erneut hoch.',
    tooLarge:
      'Die Datei ist größer als {{megabytes}} MB. Löschen Sie Bilder und Tabellenblätter, die nicht gebraucht werden, oder verteilen Sie die Zeilen auf mehrere Dateien.',
    cutOff: 'Die Datei ist nicht vollständig angekommen. Laden Sie sie erneut hoch.',
    empty: 'Die Datei ist leer.',
    oldWorkbook:
      'Das ist eine alte Arbeitsmappe (.xls) oder eine mit Passwort. Öffnen Sie sie in Excel, speichern Sie sie als .xlsx ohne Passwort, und laden Sie diese Datei hoch.',
    pdf: 'Ein PDF hat keine Zellen. Laden Sie die Tabelle hoch, aus der es erstellt wurde.',
    otherFormat:
      'Das ist keine Tabelle, die gelesen werden kann. Speichern Sie sie als .xlsx oder .csv, und laden Sie diese Datei hoch.',
  },
  runs: {
    unfit: {
      reading: 'Die Tabelle wird noch gelesen. Starten Sie gleich noch einmal.',
      unreadable:
        'Die Datei dieser Tabelle kann nicht gelesen werden. Warum, steht auf der Seite der Tabelle.',
      match:
        'Die Spalten dieser Tabelle sind noch nicht zugeordnet. Öffnen Sie „Zuordnen“, und wählen Sie, was fehlt.',
    },
    oldPlan:
      'Die Tabelle hat sich geändert, seit dieser Plan erstellt wurde. Sehen Sie sich den neuen Plan an, und starten Sie erneut.',
    twoRounds: 'Geben Sie entweder den Namen einer Runde oder eine neue Runde an.',
    newRoundWithoutPlan:
      'Eine neue Runde braucht das Token ihres Plans. Planen Sie sie zuerst, und starten Sie sie dann mit diesem Token.',
    roundOfAssessment: 'Nur bei Neubewertungen lässt sich eine Runde wählen.',
    allPaused:
      '{{name}} hat alle Durchläufe dieses Servers angehalten. Bitten Sie die Administration, sie unter „Betrieb“ fortzusetzen.',
    notYetPaused_one:
      '{{count, number}} Durchlauf ist noch nicht angehalten: Es sind noch Anfragen unterwegs. Versuchen Sie es gleich noch einmal.',
    notYetPaused_other:
      '{{count, number}} Durchläufe sind noch nicht angehalten: Es sind noch Anfragen unterwegs. Versuchen Sie es gleich noch einmal.',
    notPaused: 'Der Durchlauf dieser Tabelle ist nicht angehalten.',
    noneActive: 'Für diese Tabelle läuft gerade kein Durchlauf.',
    noRun: 'Für diese Tabelle gab es noch keinen Durchlauf.',
  },
  results: {
    rowChanged:
      'Zeile {{row}} hat sich geändert, seit Sie die Seite geladen haben. Es wurde nichts gespeichert. Laden Sie die Seite neu, und sehen Sie sich die Zeile an.',
    noAssessmentId: 'Geben Sie die Bewertungs-ID ein, die der Dienst anzeigt.',
    settledMeanwhile:
      'Inzwischen hat jemand diese Zeile geklärt, oder ihre Antwort ist eingetroffen. Es wurde nichts geändert. Sehen Sie sich die Zeile noch einmal an.',
    requestUnderWay:
      'Die Anfrage dieser Zeile ist noch unterwegs. Es wurde nichts geändert. Warten Sie, bis die Zeile eine Antwort hat oder unbestätigt ist, und sehen Sie sie sich dann noch einmal an.',
    takenId:
      'Die ID {{assessmentId}} gehört schon zu einer Zeile einer anderen Tabelle und kann nicht auch zu dieser gehören. Sehen Sie im Dienst nach, zu welcher von beiden sie gehört.',
    assessmentIdCount: 'assessmentIds muss so viele Einträge haben wie rows.',
    copyDiffers:
      'Die Ergebnisse können nicht in eine Kopie der Datei geschrieben werden, weil die Kopie die Prüfung gegen die Datei nicht bestanden hat. Laden Sie die Ergebnisse stattdessen als CSV herunter.',
    notWritten: 'Die Ergebnisse können nicht in eine Kopie der Datei geschrieben werden. {{why}}',
    tooManyViews: 'Sie haben {{views}} Ansichten. Löschen Sie zuerst eine davon.',
    viewNameTaken: 'Sie haben schon eine andere Ansicht mit dem Namen {{name}}.',
    noView: 'Sie haben keine solche Ansicht.',
  },
  people: {
    noTestService:
      'Personen können nur in der Testumgebung eingeladen und entfernt werden, und {{service}} ist keine Test-URL.',
    notWaiting: 'Diese Einladung wartet nicht oder nicht mehr auf eine solche Antwort.',
  },
  restore: {
    again: 'Der Server wurde noch einmal wiederhergestellt. Lesen Sie den Hinweis erneut.',
    gapAt:
      'Dieser Server wurde aus einer Sicherung wiederhergestellt, oder seine Daten wurden von anderswo kopiert. Er weiß nicht, was am {{to}} gesendet wurde.',
    gapBetween:
      'Dieser Server wurde aus einer Sicherung wiederhergestellt, oder seine Daten wurden von anderswo kopiert. Er weiß nicht, was zwischen dem {{from}} und dem {{to}} gesendet wurde.',
    gapBefore:
      'Dieser Server wurde aus einer Sicherung wiederhergestellt, oder seine Daten wurden von anderswo kopiert. Er weiß nicht, was vor dem {{to}} gesendet wurde.',
    sheet:
      'Zeilen dieser Tabelle, die in dieser Zeit gesendet wurden, würden noch einmal gesendet. Suchen Sie im Dienst nach Bewertungen dieser Personen aus dieser Zeit, deren IDs nicht in dieser Tabelle stehen. Gibt es keine, klicken Sie auf „Ich habe den Dienst geprüft“. Gibt es welche, klicken Sie unter „Ergebnisse“ auf „Tabelle mit Risikowerten herunterladen“, tragen Sie die IDs in die Spalte „Assessment ID“ ein, und laden Sie diese Datei als neue Tabelle hoch. Nehmen Sie in der neuen Tabelle zuerst die Korrekturen noch einmal vor, mit denen diese Zeilen gesendet wurden: Sonst stehen ihre Risikowerte neben dem Wert aus der Zelle. Öffnen Sie dann unter „Ergebnisse“ eine dieser Zeilen, und bestätigen Sie die IDs aller dieser Zeilen. Klicken Sie danach hier auf „Ich habe den Dienst geprüft“, und löschen Sie diese Tabelle.',
    sheetWithoutFile:
      'Zeilen dieser Tabelle, die in dieser Zeit gesendet wurden, würden noch einmal gesendet. Suchen Sie im Dienst nach Bewertungen dieser Personen aus dieser Zeit, deren IDs nicht in dieser Tabelle stehen. Gibt es keine, klicken Sie auf „Ich habe den Dienst geprüft“, und laden Sie die Datei dann noch einmal hoch. Gibt es welche, fügen Sie Ihrer Datei eine Spalte „Assessment ID“ hinzu, tragen Sie die IDs ein, und laden Sie diese Datei als neue Tabelle hoch. Öffnen Sie dann dort unter „Ergebnisse“ eine dieser Zeilen, und bestätigen Sie die IDs aller dieser Zeilen. Klicken Sie danach hier auf „Ich habe den Dienst geprüft“, und löschen Sie diese Tabelle.',
    newSheet:
      'Jede Datei, die jetzt hochgeladen wird, wartet wie diese, bis jemand von der Administration auf „Neue Tabellen freigeben“ klickt und damit auch die Prüfung dieser Tabelle bestätigt. Prüfen Sie zuerst alle anderen Tabellen. Dann ist das sicher, sobald alle Dateien, die in dieser Zeit hochgeladen wurden, wieder hochgeladen sind, oder wenn es keine gab.',
    deleteUnchecked:
      'Nach der Wiederherstellung wartet diese Tabelle auf eine Prüfung. Prüfen Sie den Dienst, wie es der Hinweis auf der Seite der Tabelle beschreibt, und löschen Sie die Tabelle danach.',
    othersUnchecked_one:
      '{{count, number}} andere Tabelle wartet noch auf ihre Prüfung. Prüfen Sie zuerst diese Tabelle.',
    othersUnchecked_other:
      '{{count, number}} andere Tabellen warten noch auf ihre Prüfung. Prüfen Sie zuerst diese Tabellen.',
    people:
      'Sehen Sie im Dienst nach, wer in dieser Zeit eingeladen wurde, und klicken Sie dann auf „Ich habe den Dienst geprüft“. Laden Sie diese Personen nicht noch einmal ein.',
  },
};
