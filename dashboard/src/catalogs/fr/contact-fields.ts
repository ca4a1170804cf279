import type { Catalog } from '../catalog.ts'

export const contactFields: Catalog['contactFields'] = {
  title: 'Champs de contact',
  about:
    'Vos propres champs de contact, comme un bon d’achat ou des points de fidélité. Utilisez-les dans les messages sous la forme {placeholder}, dans les segments et dans les imports.',
  create: 'Ajouter un champ',
  edit: 'Modifier le champ',
  save: 'Enregistrer le champ',
  delete: 'Supprimer le champ',
  empty:
    'Aucun champ de contact pour l’instant. Ajoutez-en un ici, ou créez-les à partir des colonnes d’un fichier lors d’un import.',
  name: 'Nom',
  nameRequired: 'Saisissez un nom.',
  key: 'Variable',
  keyStays: 'La variable {placeholder} ne change pas.',
  type: 'Type',
  types: {
    text: 'Texte',
    number: 'Nombre',
    date: 'Date',
    choice: 'Choix',
  },
  choices: 'Choix possibles',
  choicesHelp: 'Un par ligne.',
  choicesRequired: 'Saisissez au moins un choix.',
  numberWanted: 'Saisissez un nombre, par exemple 1250 ou 12.5.',
  created: 'Création',
  saved: 'Le champ {name} est enregistré.',
  deleted: 'Le champ {name} est supprimé.',
  deleteTitle: 'Supprimer le champ {name} ?',
  deleteWarning: 'Ses valeurs sont retirées de tous les contacts. Cette action est irréversible.',
  values: 'Champs',
  more: '{values} et {count, number} de plus',
}
