import type { Catalog } from '../catalog.ts'

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
