import type { OperatorCatalog } from '../catalog.ts'

export const receipts: OperatorCatalog['receipts'] = {
  title: 'Accusés sans correspondance',
  about:
    'Accusés de réception dont l’identifiant ne correspond à aucun message. Chacun est réessayé pendant un jour, car un accusé peut arriver avant l’enregistrement de son message.',
  carrier: 'Opérateur',
  allCarriers: 'Tous les opérateurs',
  empty: 'Aucun accusé sans correspondance.',
  received: 'Reçu le',
  id: 'Identifiant dans l’accusé',
  status: 'Statut',
  reason: 'Motif',
  retrying: 'Nouvelles tentatives',
  yes: 'Oui',
  givenUp: 'Non, abandonné',
  meaning: 'Causes',
  few: '<b>Quelques accusés</b> sont sans gravité : un autre programme utilise le même system ID, ou le message a été supprimé avant l’arrivée de son accusé.',
  many: '<b>Beaucoup d’un même opérateur :</b> il écrit les identifiants différemment dans les réponses et dans les accusés. 1A2B et 6699, par exemple, sont le même nombre. Dans les paramètres de l’opérateur, réglez « Identifiants dans les réponses » et « Identifiants dans les accusés » sur hex et decimal, ou l’inverse. Cela vaut pour les messages envoyés ensuite.',
  none: '<b>Aucun ici, mais des messages restent en attente :</b> l’opérateur n’envoie peut-être pas d’accusés, ou ne les marque pas (voir « Accusés non marqués » dans ses paramètres).',
  removedCarriers: 'Les accusés des opérateurs supprimés restent dans la liste.',
}
