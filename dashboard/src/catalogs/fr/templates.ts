import type { Catalog } from '../catalog.ts'

export const templates: Catalog['templates'] = {
  title: 'Modèles',
  about:
    'Les textes que vous envoyez souvent. Les variables telles que {placeholder} sont remplies pour chaque contact lors d’un envoi à un carnet d’adresses.',
  create: 'Créer un modèle',
  edit: 'Modifier le modèle',
  save: 'Enregistrer le modèle',
  delete: 'Supprimer le modèle',
  search: 'Rechercher par titre',
  empty: 'Aucun modèle pour l’instant. Créez-en un, puis choisissez-le lors de l’envoi d’un message.',
  columns: {
    title: 'Titre',
    text: 'Texte',
    parts: 'Parties',
    created: 'Créé le',
  },
  send: 'Envoyer',
  sendTemplate: 'Envoyer {title}',
  titleHelp: 'Les destinataires ne le voient pas.',
  titleRequired: 'Saisissez un titre.',
  textRequired: 'Saisissez le texte du message.',
  saved: 'Modèle « {title} » enregistré.',
  deleted: 'Modèle « {title} » supprimé.',
  deleteTitle: 'Supprimer le modèle « {title} » ?',
  deleteWarning: 'Les messages envoyés restent dans l’historique et les messages programmés sont tout de même envoyés.',
}
