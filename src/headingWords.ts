import type { AssessmentField } from './assessmentFields.js';
import type { decisionFields } from './decision.js';
import { normalizeText } from './spelling.js';
import type { invitationFields } from './staff.js';

/** Headings by language, separated by commas. */
type HeadingsByLanguage = Readonly<
  Record<'German' | 'French' | 'Spanish' | 'Italian' | 'Dutch' | 'Portuguese', string>
>;

type InputName = AssessmentField | keyof typeof decisionFields | keyof typeof invitationFields;
/** A column that is never sent, but that `rwa serve` shows. */
type ContextName = 'name' | 'department';

const staffId: HeadingsByLanguage = {
  German: `Personalnummer, Persnummer, Personalstammnummer, Personalkennziffer, Personal-ID,
    Mitarbeiternummer, Mitarbeiter-ID, Mitarbeitendennummer, Mitarbeitenden-ID, MA-Nummer, MA-ID,
    Arbeitnehmernummer, Beschäftigtennummer, Angestelltennummer`,
  French: `Matricule, Numéro de matricule, Matricule du salarié, Matricule de l'employé,
    Matricule du collaborateur, Numéro du salarié, Numéro de l'employé, Numéro du collaborateur,
    Identifiant du salarié, Identifiant de l'employé, Identifiant du collaborateur, ID du salarié,
    ID de l'employé, ID du collaborateur, Identifiant du personnel`,
  Spanish: `Número de empleado, ID de empleado, Código de empleado, Identificador de empleado,
    Número de trabajador, Código de trabajador, Número de nómina, Legajo, Número de legajo`,
  Italian: `Matricola, Numero di matricola, Matricola del dipendente, ID del dipendente,
    Codice del dipendente, Numero del dipendente, Identificativo del dipendente`,
  Dutch: `Personeelsnummer, Personeels-ID, Medewerkernummer, Medewerkersnummer, Medewerker-ID,
    Werknemernummer, Werknemersnummer, Werknemer-ID, Stamnummer`,
  Portuguese: `Número de funcionário, ID do funcionário, Código do funcionário, Matrícula,
    Número de matrícula, Matrícula do funcionário, Número mecanográfico, Número do colaborador,
    ID do colaborador, Código do colaborador, Número do trabalhador, Número do empregado`,
};

/**
 * The headings of each input. The lists leave out words that could also mean another input, or
 * something else in a list of employees, such as Land, Ort, Typ, Datum, Status, Manager, Ancienneté
 * (also the years of service).
 */
const headingWords: Readonly<Record<InputName | ContextName, HeadingsByLanguage>> = {
  employeeId: staffId,
  staff_id: staffId,
  purpose: {
    German: `Zweck, Reisezweck, Zweck der Reise, Zweck des Aufenthalts, Anlass, Antragsart,
      Art des Antrags, Art der Anfrage, Zweck der Anfrage`,
    French: `Motif, Finalité, Motif de la demande, Objet de la demande, Type de demande, But du voyage,
      But du séjour`,
    Spanish: `Propósito, Finalidad, Motivo de la solicitud, Tipo de solicitud, Propósito del viaje`,
    Italian: `Scopo, Finalità, Motivo della richiesta, Tipo di richiesta, Scopo del viaggio`,
    Dutch: `Doel, Doel van de aanvraag, Doel van de reis, Soort aanvraag, Type aanvraag`,
    Portuguese: `Propósito, Finalidade, Motivo do pedido, Tipo de pedido, Tipo de solicitação,
      Finalidade da viagem`,
  },
  seniority: {
    German: `Seniorität, Senioritätsstufe, Senioritätslevel, Erfahrung, Erfahrungsstufe,
      Erfahrungslevel, Karrierestufe, Karrierelevel`,
    French: `Séniorité, Niveau de séniorité, Niveau d'expérience, Niveau d'ancienneté`,
    Spanish: `Senioridad, Nivel de senioridad, Nivel de experiencia, Nivel de antigüedad`,
    Italian: `Seniorità, Livello di seniorità, Livello di esperienza, Livello di anzianità`,
    Dutch: `Senioriteit, Senioriteitsniveau, Ervaringsniveau, Ervaring`,
    Portuguese: `Senioridade, Nível de senioridade, Nível de experiência`,
  },
  roleType: {
    German: `Rolle, Rollentyp, Rollenart, Art der Rolle, Funktionsart, Art der Funktion, Tätigkeitsart,
      Art der Tätigkeit`,
    French: `Rôle, Type de rôle, Type de poste, Type de fonction, Nature du poste`,
    Spanish: `Rol, Tipo de rol, Tipo de puesto, Tipo de función, Tipo de cargo`,
    Italian: `Ruolo, Tipo di ruolo, Tipologia di ruolo, Tipo di mansione, Tipo di posizione`,
    Dutch: `Rol, Roltype, Type rol, Soort rol, Functietype, Type functie, Soort functie`,
    Portuguese: `Tipo de função, Tipo de cargo, Tipo de papel`,
  },
  citizenship: {
    German: `Staatsangehörigkeit, Staatsbürgerschaft, Staatszugehörigkeit, Nationalität,
      Land der Staatsangehörigkeit`,
    French: `Nationalité, Citoyenneté, Pays de nationalité, Pays de citoyenneté`,
    Spanish: `Nacionalidad, Ciudadanía, País de nacionalidad, País de ciudadanía`,
    Italian: `Nazionalità, Cittadinanza, Paese di nazionalità, Paese di cittadinanza`,
    Dutch: `Nationaliteit, Staatsburgerschap, Land van nationaliteit`,
    Portuguese: `Nacionalidade, Cidadania, País de nacionalidade, País de cidadania`,
  },
  destination: {
    German: `Zielland, Zielstaat, Reiseziel, Bestimmungsland, Einsatzland, Gastland`,
    French: `Pays de destination, Pays d'accueil, Pays d'affectation, Pays de mission`,
    Spanish: `País de destino, Destino, País de acogida, País anfitrión`,
    Italian: `Paese di destinazione, Destinazione, Stato di destinazione, Paese ospitante`,
    Dutch: `Bestemmingsland, Land van bestemming, Bestemming, Gastland`,
    Portuguese: `País de destino, Destino, País de acolhimento, País anfitrião`,
  },
  residency: {
    German: `Wohnsitz, Wohnsitzland, Wohnsitzstaat, Wohnland, Land des Wohnsitzes, Ansässigkeit,
      Ansässigkeitsstaat, Ansässigkeitsland`,
    French: `Pays de résidence, Pays de domicile`,
    Spanish: `País de residencia, Residencia`,
    Italian: `Paese di residenza, Residenza, Stato di residenza`,
    Dutch: `Woonland, Woonstaat, Land van inwoning, Land van woonplaats`,
    Portuguese: `País de residência, Residência`,
  },
  salesContracts: {
    German: `Verkaufsverträge, Verkaufsvertrag, Vertriebsverträge, Vertragsabschlüsse,
      Vertragsabschluss, Unterzeichnet Verkaufsverträge, Unterschreibt Verkaufsverträge`,
    French: `Contrats de vente, Contrats commerciaux, Signe des contrats de vente,
      Négocie des contrats de vente`,
    Spanish: `Contratos de venta, Contratos de ventas, Contratos comerciales,
      Firma contratos de venta`,
    Italian: `Contratti di vendita, Contratti commerciali, Firma contratti di vendita`,
    Dutch: `Verkoopcontracten, Verkoopovereenkomsten, Tekent verkoopcontracten`,
    Portuguese: `Contratos de venda, Contratos de vendas, Contratos comerciais,
      Assina contratos de venda`,
  },
  pastTripsDuration: {
    German: `Vorreisen, Dauer der Vorreisen, Frühere Reisen, Bisherige Reisen, Vergangene Reisen,
      Dauer früherer Reisen, Dauer bisheriger Reisen, Dauer vergangener Reisen,
      Dauer der früheren Reisen, Dauer der bisherigen Reisen, Bisherige Reisetage,
      Frühere Reisetage`,
    French: `Voyages passés, Voyages précédents, Déplacements passés, Déplacements précédents,
      Durée des voyages passés, Durée des voyages précédents, Durée des déplacements passés,
      Durée des déplacements précédents, Durée des séjours précédents`,
    Spanish: `Viajes anteriores, Viajes previos, Viajes pasados, Duración de los viajes anteriores,
      Duración de los viajes previos, Duración de los viajes pasados`,
    Italian: `Viaggi precedenti, Viaggi passati, Trasferte precedenti, Durata dei viaggi precedenti,
      Durata dei viaggi passati, Durata delle trasferte precedenti`,
    Dutch: `Eerdere reizen, Vorige reizen, Duur van eerdere reizen, Duur van vorige reizen`,
    Portuguese: `Viagens anteriores, Viagens passadas, Duração das viagens anteriores,
      Duração das viagens passadas`,
  },
  legalRight: {
    German: `Arbeitserlaubnis, Arbeitsgenehmigung, Arbeitsberechtigung, Arbeitsberechtigt,
      Arbeitserlaubnis im Zielland, Arbeitserlaubnis vorhanden, Recht auf Arbeit, Recht zu arbeiten,
      Aufenthaltsstatus`,
    French: `Droit de travailler, Droit au travail, Droit légal de travailler,
      Autorisation de travail, Autorisation de travailler, Permis de travail`,
    Spanish: `Derecho a trabajar, Derecho al trabajo, Derecho legal a trabajar, Permiso de trabajo,
      Autorización de trabajo, Autorización para trabajar`,
    Italian: `Diritto al lavoro, Diritto di lavorare, Diritto a lavorare, Permesso di lavoro,
      Autorizzazione al lavoro`,
    Dutch: `Recht om te werken, Recht op werk, Werkvergunning, Arbeidsvergunning,
      Tewerkstellingsvergunning`,
    Portuguese: `Direito de trabalhar, Direito ao trabalho, Direito legal ao trabalho,
      Autorização de trabalho, Autorização para trabalhar, Permissão de trabalho`,
  },
  benefitLocalMarket: {
    German: `Lokaler Markt, Nutzen für den lokalen Markt, Vorteil für den lokalen Markt,
      Nutzt dem lokalen Markt, Nützt dem lokalen Markt, Begünstigt den lokalen Markt`,
    French: `Marché local, Bénéfice pour le marché local, Avantage pour le marché local,
      Bénéficie au marché local, Profite au marché local`,
    Spanish: `Mercado local, Beneficio para el mercado local, Beneficia al mercado local`,
    Italian: `Mercato locale, Beneficio per il mercato locale, Vantaggio per il mercato locale`,
    Dutch: `Lokale markt, Voordeel voor de lokale markt, Komt de lokale markt ten goede`,
    Portuguese: `Mercado local, Benefício para o mercado local, Beneficia o mercado local`,
  },
  numberHires: {
    German: `Einstellungen, Neueinstellungen, Geplante Einstellungen, Anzahl der Einstellungen,
      Anzahl der Neueinstellungen, Zahl der Einstellungen`,
    French: `Embauches, Embauches prévues, Nombre d'embauches, Recrutements, Recrutements prévus,
      Nombre de recrutements`,
    Spanish: `Contrataciones, Contrataciones previstas, Número de contrataciones`,
    Italian: `Assunzioni, Assunzioni previste, Numero di assunzioni`,
    Dutch: `Aanwervingen, Aantal aanwervingen, Aantal aanstellingen, Aantal indiensttredingen,
      Aantal nieuwe medewerkers`,
    Portuguese: `Contratações, Contratações previstas, Número de contratações,
      Número de admissões`,
  },
  urgency: {
    German: `Dringlichkeit, Dringlichkeit der Einstellung, Einstellungsdringlichkeit`,
    French: `Urgence, Urgence de l'embauche, Urgence du recrutement`,
    Spanish: `Urgencia, Urgencia de la contratación`,
    Italian: `Urgenza, Urgenza dell'assunzione`,
    Dutch: `Urgentie, Dringendheid, Urgentie van de aanwerving`,
    Portuguese: `Urgência, Urgência da contratação`,
  },
  startDate: {
    German: `Beginn, Startdatum, Anfangsdatum, Beginndatum, Starttermin, Reisebeginn, Reisestart,
      Beginn der Reise, Anreisedatum, Einsatzbeginn`,
    French: `Début, Date de début, Début du voyage, Début du séjour, Date de commencement`,
    Spanish: `Inicio, Comienzo, Fecha de inicio, Fecha de comienzo, Inicio del viaje`,
    Italian: `Inizio, Data di inizio, Inizio del viaggio, Inizio della trasferta`,
    Dutch: `Begin, Begindatum, Startdatum, Aanvangsdatum, Ingangsdatum, Begin van de reis`,
    Portuguese: `Início, Data de início, Início da viagem`,
  },
  endDate: {
    German: `Ende, Enddatum, Schlussdatum, Endtermin, Reiseende, Ende der Reise, Rückreisedatum,
      Einsatzende`,
    French: `Fin, Date de fin, Fin du voyage, Fin du séjour`,
    Spanish: `Fin, Fecha de fin, Fecha final, Fecha de finalización, Fecha de término,
      Fin del viaje`,
    Italian: `Fine, Data di fine, Fine del viaggio, Fine della trasferta`,
    Dutch: `Einde, Einddatum, Einde van de reis`,
    Portuguese: `Fim, Término, Data de fim, Data final, Data de término, Data de conclusão,
      Fim da viagem`,
  },
  workingDays: {
    German: `Arbeitstage, Anzahl der Arbeitstage`,
    French: `Jours ouvrés, Jours de travail, Jours travaillés, Nombre de jours ouvrés,
      Nombre de jours de travail`,
    Spanish: `Días laborables, Días laborales, Días hábiles, Días de trabajo,
      Número de días laborables`,
    Italian: `Giorni lavorativi, Giornate lavorative, Giorni di lavoro,
      Numero di giorni lavorativi`,
    Dutch: `Werkdagen, Aantal werkdagen`,
    Portuguese: `Dias úteis, Dias de trabalho, Número de dias úteis`,
  },
  complianceTeamMemberId: {
    German: `Compliance-Mitarbeiter-ID, Compliance-Personalnummer, Personalnummer Compliance,
      ID des Compliance-Teammitglieds, Compliance-Teammitglied`,
    French: `ID conformité, Identifiant conformité, Matricule conformité, Matricule compliance,
      Membre de l'équipe conformité, ID du membre de l'équipe conformité,
      Identifiant du membre de l'équipe conformité`,
    Spanish: `ID de cumplimiento, Miembro del equipo de cumplimiento,
      ID del miembro del equipo de cumplimiento`,
    Italian: `Matricola compliance, Membro del team compliance, ID del membro del team compliance`,
    Dutch: `Personeelsnummer compliance, Compliancemedewerker, ID van de compliancemedewerker,
      Lid van het complianceteam`,
    Portuguese: `ID de conformidade, Matrícula compliance, Membro da equipe de compliance,
      Membro da equipa de compliance, ID do membro da equipe de compliance,
      ID do membro da equipa de compliance`,
  },
  managerId: {
    German: `Führungskraft, Führungskraft-ID, ID der Führungskraft, Personalnummer der Führungskraft,
      Vorgesetzter, Vorgesetzte, Vorgesetzten-ID, Personalnummer des Vorgesetzten,
      Personalnummer Vorgesetzter`,
    French: `Responsable hiérarchique, Supérieur hiérarchique, Matricule du responsable,
      Matricule du manager, ID du responsable, ID du manager, Identifiant du responsable,
      Identifiant du manager`,
    Spanish: `Superior directo, Jefe directo, ID del responsable, ID del superior, ID del gerente,
      Número de empleado del responsable`,
    Italian: `Responsabile diretto, Superiore diretto, Matricola del responsabile,
      Matricola del manager, ID del responsabile`,
    Dutch: `Leidinggevende, Leidinggevende-ID, ID van de leidinggevende,
      Personeelsnummer leidinggevende, Personeelsnummer manager`,
    Portuguese: `Superior hierárquico, Superior direto, Gestor direto, ID do gestor, ID do gerente,
      Matrícula do gestor, Número do gestor`,
  },
  assessmentId: {
    German: `Bewertungs-ID, Bewertungsnummer, ID der Bewertung`,
    French: `ID de l'évaluation, Identifiant de l'évaluation, Numéro de l'évaluation`,
    Spanish: `ID de la evaluación, Identificador de la evaluación, Número de la evaluación`,
    Italian: `ID della valutazione, Identificativo della valutazione, Numero della valutazione`,
    Dutch: `Beoordelings-ID, Beoordelingsnummer, ID van de beoordeling`,
    Portuguese: `ID da avaliação, Identificador da avaliação, Número da avaliação`,
  },
  status: {
    German: `Entscheidung`,
    French: `Décision prise`,
    Spanish: `Decisión tomada`,
    Italian: `Decisione`,
    Dutch: `Besluit, Beslissing`,
    Portuguese: `Decisão`,
  },
  note: {
    German: `Notiz, Notiz zur Entscheidung, Anmerkung`,
    French: `Note sur la décision, Remarque`,
    Spanish: `Nota, Nota sobre la decisión`,
    Italian: `Nota, Nota sulla decisione`,
    Dutch: `Notitie, Notitie bij het besluit`,
    Portuguese: `Nota, Nota sobre a decisão`,
  },
  externalEventId: {
    German: `Externe Ereignis-ID, ID des externen Ereignisses`,
    French: `ID de l'événement externe, Identifiant de l'événement externe`,
    Spanish: `ID del evento externo, Identificador del evento externo`,
    Italian: `ID dell'evento esterno, Identificativo dell'evento esterno`,
    Dutch: `Externe gebeurtenis-ID, ID van de externe gebeurtenis`,
    Portuguese: `ID do evento externo, Identificador do evento externo`,
  },
  cancelledByStaffId: {
    German: `Storniert von, Abgesagt von, Storniert von (Personal-ID)`,
    French: `Annulé par, Annulé par (identifiant du personnel)`,
    Spanish: `Cancelado por, Anulado por`,
    Italian: `Annullato da`,
    Dutch: `Geannuleerd door`,
    Portuguese: `Cancelado por, Anulado por`,
  },
  first_name: {
    German: `Vorname, Vornamen`,
    French: `Prénom, Prénoms`,
    Spanish: `Nombre de pila, Primer nombre`,
    Italian: `Nome di battesimo, Primo nome`,
    Dutch: `Voornaam, Voornamen`,
    Portuguese: `Primeiro nome, Nome próprio`,
  },
  last_name: {
    German: `Nachname, Familienname, Zuname`,
    French: `Nom de famille`,
    Spanish: `Apellido, Apellidos, Primer apellido`,
    Italian: `Cognome`,
    Dutch: `Achternaam, Familienaam`,
    Portuguese: `Sobrenome, Apelido, Último nome`,
  },
  email: {
    German: `E-Mail-Adresse, Mailadresse`,
    French: `Courriel, Adresse électronique, Adresse mail, Adresse e-mail, Adresse courriel`,
    Spanish: `Correo electrónico, Correo, Dirección de correo, Dirección de correo electrónico`,
    Italian: `Posta elettronica, Indirizzo e-mail, Indirizzo di posta elettronica`,
    Dutch: `E-mailadres, Mailadres`,
    Portuguese: `Correio eletrónico, Endereço de e-mail, Endereço eletrónico`,
  },
  name: {
    German: `Vollständiger Name, Vor- und Nachname, Vorname und Nachname, Name und Vorname,
      Nachname und Vorname, Name des Mitarbeiters, Name der Mitarbeiterin, Mitarbeitername, Mitarbeiter,
      Mitarbeitende`,
    French: `Nom, Nom complet, Nom et prénom, Prénom et nom, Nom du salarié, Nom de l'employé,
      Nom du collaborateur, Salarié, Collaborateur`,
    Spanish: `Nombre, Nombre completo, Nombre y apellido, Nombre y apellidos, Apellidos y nombre,
      Nombre del empleado, Nombre del trabajador, Empleado`,
    Italian: `Nome, Nome completo, Nome e cognome, Cognome e nome, Nominativo, Nome del dipendente,
      Dipendente`,
    Dutch: `Naam, Volledige naam, Voor- en achternaam, Naam van de medewerker, Naam medewerker,
      Naam werknemer, Medewerker, Werknemer`,
    Portuguese: `Nome, Nome completo, Nome e sobrenome, Nome e apelido, Nome do funcionário,
      Nome do colaborador, Funcionário, Colaborador`,
  },
  department: {
    German: `Abteilung, Bereich, Fachbereich, Geschäftsbereich, Organisationseinheit, Referat`,
    French: `Département, Service, Direction, Unité organisationnelle`,
    Spanish: `Departamento, Área, División, Unidad organizativa`,
    Italian: `Reparto, Dipartimento, Divisione, Ufficio, Unità organizzativa`,
    Dutch: `Afdeling, Divisie, Organisatie-eenheid`,
    Portuguese: `Departamento, Setor, Sector, Área, Divisão, Unidade organizacional`,
  },
};

/** Words that are ignored between two other words, as in *Date (de) début*. */
const particles = new Set(
  `der die das des den dem de du d la le les l el los las del di il lo i della dello delle dell dei
  van het o os as da do das dos a`.split(/\s+/),
);

/** Short forms of *number* before another word, as in *N° matricule*. */
const numberWords = new Set(['n', 'no', 'nr', 'num']);

export const foreignHeadings: readonly (readonly [input: string, heading: string])[] =
  Object.entries(headingWords).flatMap(([input, words]) =>
    Object.values(words).flatMap((list) =>
      list.split(/,\s+/).map((heading) => [input, heading] as const),
    ),
  );

const inputsByKey = new Map<string, readonly string[]>();
for (const [input, heading] of foreignHeadings) {
  for (const key of [toKey(heading), toKey(replaceUmlauts(heading))]) {
    inputsByKey.set(key, [...new Set([...(inputsByKey.get(key) ?? []), input])]);
  }
}

export function matchForeignHeading(
  heading: string,
  names: ReadonlySet<string>,
): string | undefined {
  return inputsByKey.get(toKey(heading))?.find((input) => names.has(input));
}

/** Gives *Personal-Nr.* and *Personalnummer* the same key. */
function toKey(heading: string): string {
  const words = normalizeText(heading).split(' ');
  return words
    .map((word, index) => {
      if (index === 0 && words.length > 1 && numberWords.has(word)) return 'numero';
      const isInside = index > 0 && index < words.length - 1;
      return isInside && particles.has(word) ? '' : word;
    })
    .join('')
    .replaceAll('nummer', 'nr');
}

/** Writes a text as on a keyboard without umlauts. */
function replaceUmlauts(text: string): string {
  return text.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
}
