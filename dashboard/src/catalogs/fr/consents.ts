import type { Catalog } from '../catalog.ts'

export const consents: Catalog['consents'] = {
  title: 'Consentements',
  about: 'Qui a accepté de recevoir vos messages : quand, où et pour quel texte. Conservez-les comme preuve.',
  rule: 'Messages groupés seulement avec consentement',
  ruleAbout:
    'Lorsque cette règle est active, les messages à plusieurs destinataires ne partent qu’aux numéros ayant donné leur consentement. Les messages à un seul destinataire et les codes PIN n’en exigent pas.',
  turnOn: 'Exiger le consentement',
  turnOff: 'Ne pas exiger le consentement',
  turnOnTitle: 'Exiger un consentement pour les messages groupés ?',
  turnOnCount:
    'Ce compte a {count, plural, one {# enregistrement de consentement} many {# enregistrements de consentement} other {# enregistrements de consentement}}.',
  turnOnMany: 'Ce compte a de nombreux enregistrements de consentement.',
  turnOnAbout: 'Désormais, les messages à plusieurs destinataires excluent tous les numéros sans consentement.',
  isOn: 'Active',
  isOff: 'Inactive',
  search: 'Rechercher par les premiers chiffres',
  empty:
    'Aucun consentement pour l’instant. Ajoutez-en un ou importez un fichier pour noter qui a accepté de recevoir des messages.',
  phone: 'Numéro de téléphone',
  phoneHelp: 'Sous sa forme nationale, dans le pays du compte, ou avec + et l’indicatif du pays.',
  status: 'Consentement',
  at: 'Date et heure',
  source: 'Origine',
  sourceHelp: 'Où la personne a décidé, par exemple formulaire web, magasin ou appel.',
  sourceMissing: 'Indiquez l’origine.',
  text: 'Texte',
  textHelp: 'Le texte que la personne a accepté.',
  add: 'Ajouter un consentement',
  addAbout: 'L’enregistrement le plus récent d’un numéro compte. Les précédents sont conservés.',
  given: 'La personne donne son consentement',
  withdrawn: 'La personne retire son consentement',
  added: 'Le consentement de {phone} est enregistré.',
  withdrawnDone: 'Le retrait de {phone} est enregistré.',
  importTitle: 'Importer des consentements',
  importAbout:
    'Un fichier CSV avec les colonnes phone et at (la date du consentement) et, au choix, source, text et status (given ou withdrawn).',
}

export const numberFiles: Catalog['numberFiles'] = {
  import: 'Importer un CSV',
  export: 'Exporter en CSV',
  done: 'Fermer',
  example: 'Exemple de fichier',
  file: 'Fichier CSV',
  fileHelp: 'En UTF-8. Les numéros commencent par l’indicatif du pays ou, pour un compte, ont leur forme nationale.',
  chooseFile: 'Choisir un fichier',
  fileMissing: 'Choisissez un fichier.',
  uploading: 'Envoi du fichier : {share, number, percent}',
  reading: 'Enregistrement des derniers numéros…',
  progress: 'Progression de l’envoi',
  stop: 'Arrêter',
  result:
    '{added, plural, one {# ligne ajoutée} other {# lignes ajoutées}}, {existing, plural, one {# déjà présente} other {# déjà présentes}}.',
  invalid: '{count, plural, one {# ligne non valide a été ignorée} other {# lignes non valides ont été ignorées}}',
  invalidFirst: '{count, number} lignes non valides ont été ignorées. Les {shown, number} premières :',
  invalidLabel: 'Lignes non valides',
  row: 'Ligne',
  number: 'Numéro',
  problem: 'Problème',
  rowsAbout:
    'La ligne 1 est la première après les noms des colonnes. Corrigez ces lignes et importez de nouveau le fichier.',
}
