import type { Catalog } from '../catalog.ts'

export const refusals: Catalog['refusals'] = {
  title: 'Requêtes rejetées',
  about:
    'Les requêtes API de vos programmes rejetées ces 30 derniers jours, avec le motif et une solution. Les nouvelles apparaissent automatiquement.',
  reference: 'Référence de l’API',
  reason: 'Motif',
  request: 'Requête',
  caller: 'Identifiant',
  credential: 'Clé ou jeton',
  count: 'Nombre',
  last: 'Dernière fois',
  first: 'Première fois : {at}',
  others: 'Autres requêtes : trop d’erreurs différentes pour les lister toutes.',
  status: '{status}, code {code}',
  statusMessage: '{status}, code {code} : {message}',
  key: 'Clé API n° {id}',
  token: 'Jeton d’accès n° {id}',
  smpp: 'Identifiant SMPP n° {id}',
  choice: '{name}, n° {id}',
  all: 'Toutes les clés et tous les jetons',
  search: 'Rechercher',
  searchExample: 'Chemin, code ou mot',
  empty: 'Aucune requête rejetée',
  emptyAbout:
    'Lorsque l’API rejette une requête de l’un de vos programmes, elle apparaît ici en quelques secondes, avec le motif et une solution. La <link>référence de l’API</link> décrit les requêtes valides.',
  privacy:
    'Les textes des messages et les numéros ne sont pas conservés ici. Les requêtes sans clé valide n’appartiennent à aucun compte et ne sont pas listées.',
}
