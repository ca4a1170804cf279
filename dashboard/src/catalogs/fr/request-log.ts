import type { Catalog } from '../catalog.ts'

export const requestLog: Catalog['requestLog'] = {
  title: 'Journal des requêtes',
  about:
    'Les requêtes d’API des sept derniers jours, avec leur corps et leur réponse. Les nouvelles apparaissent en quelques secondes. Les requêtes fréquentes sont échantillonnées : environ une par seconde. Chaque requête rejetée est comptée.',
  request: 'Requête',
  status: 'Statut',
  statusCode: '{status}, code {code}',
  caller: 'Identifiant',
  dashboard: 'Tableau de bord',
  duration: 'Durée',
  milliseconds: '{count, number} ms',
  time: 'Heure',
  outcome: 'Résultat',
  outcomes: {
    accepted: 'Acceptée',
    refused: 'Rejetée',
    failed: 'Erreur du serveur',
  },
  method: 'Méthode',
  all: 'Toutes',
  search: 'Rechercher',
  searchExample: 'Chemin, code ou mot',
  requestIdExample: 'X-Request-Id de la réponse',
  since: 'Depuis',
  empty: 'Aucune requête d’API pour le moment',
  emptyAbout:
    'Les requêtes de vos programmes apparaissent ici en quelques secondes. <link>Envoyez un premier message</link> pour commencer.',
  privacy:
    'Les mots de passe, codes PIN et autres secrets sont masqués, de même que les chiffres dans les textes des messages. Les corps longs sont coupés. Les requêtes qui contiennent un numéro sont supprimées quand ses données sont effacées.',
  missing:
    'Cette requête n’est pas dans le journal. Les nouvelles requêtes apparaissent en quelques secondes ; elles sont conservées sept jours, et les requêtes fréquentes sont échantillonnées.',
  statusMessage: '{status}, code {code} : {message}',
  times: '{message} ({count, number} fois)',
  show: 'Afficher',
  each: 'Chaque requête',
  rejected: 'Requêtes rejetées',
  reason: 'Motif',
  count: 'Nombre',
  last: 'Dernière fois',
  first: 'Première fois : {at}',
  others: 'Autres requêtes : trop d’erreurs différentes pour les lister toutes.',
  address: 'Adresse IP',
  credential: 'Clé ou jeton',
  allCredentials: 'Toutes les clés et tous les jetons',
  choice: '{name}, n° {id}',
  key: 'Clé API n° {id}',
  token: 'Jeton d’accès n° {id}',
  smpp: 'Identifiant SMPP n° {id}',
  number: 'Numéro de téléphone',
  reference: 'Référence de l’API',
  noneRejected: 'Aucune requête rejetée',
  noneRejectedAbout:
    'Lorsque l’API rejette une requête de l’un de vos programmes, elle apparaît ici en quelques secondes, avec le motif et une solution.',
  noneUnknownAbout:
    'Les programmes qui appellent l’API avec une clé ou un jeton inconnu apparaissent ici en quelques secondes, avec leur adresse IP.',
  unknownAbout:
    'Les requêtes d’API des sept derniers jours avec une clé ou un jeton qu’aucun compte ne possède, par adresse IP. Les requêtes avec un secret erroné sont dans le journal des requêtes du compte.',
  details: 'Détails',
  query: 'Paramètres',
  body: 'Corps de la requête',
  noBody: 'Pas de corps, ou il n’a pas pu être lu.',
  noAnswer: 'Non conservée : un fichier, une réponse volumineuse ou une réponse avec un secret.',
  again: 'Réessayer',
  againAbout:
    'La même requête sous forme de programme. Remplacez KEY et SECRET par une clé d’API, et les valeurs masquées (••••) par les vôtres.',
}
