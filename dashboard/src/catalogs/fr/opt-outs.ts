import type { Catalog } from '../catalog.ts'

export const optOuts: Catalog['optOuts'] = {
  title: 'Désinscriptions',
  about: 'Les numéros qui ne reçoivent plus vos messages. Ils sont ignorés lors des envois, sans frais.',
  howTitle: 'Comment les numéros sont ajoutés',
  how: 'Les personnes qui répondent STOP à l’un de vos messages sont ajoutées automatiquement, et retirées lorsqu’elles répondent START. Vous pouvez aussi ajouter des numéros vous-même ou importer un fichier. Les codes PIN sont toujours remis, car ils sont demandés par la personne.',
  search: 'Rechercher par les premiers chiffres',
  empty: 'Aucune désinscription pour l’instant. Les numéros apparaissent ici lorsque des personnes répondent STOP.',
  phone: 'Numéro de téléphone',
  phoneHelp: 'Sous sa forme nationale, dans le pays du compte, ou avec + et l’indicatif du pays.',
  since: 'Désinscrit le',
  viewMessages: 'Voir les messages',
  add: 'Ajouter un numéro',
  addAbout: 'Pour les personnes qui se sont désinscrites autrement, par exemple par téléphone ou en magasin.',
  added: '{phone} ne recevra plus de messages.',
  remove: 'Lever la désinscription',
  removeTitle: 'Lever la désinscription de {phone} ?',
  removeWarning:
    'Cette personne a demandé à ne plus recevoir de messages. Levez la désinscription uniquement si elle en redemande : dans de nombreux pays, envoyer des messages sans consentement est illégal.',
  removed: '{phone} peut de nouveau recevoir vos messages.',
  source: 'Origine',
  allSources: 'Toutes les origines',
  sources: {
    stop: 'Réponse STOP',
    api: 'API',
    person: 'Ajout manuel',
    import: 'Fichier importé',
  },
  importTitle: 'Importer des désinscriptions',
  importAbout:
    'Un fichier CSV avec la colonne phone et, au choix, created_at avec l’heure de la désinscription. Une simple liste de numéros convient aussi. Les numéros déjà présents restent inchangés.',
}
