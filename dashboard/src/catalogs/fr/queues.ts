import type { OperatorCatalog } from '../catalog.ts'

export const queues: OperatorCatalog['queues'] = {
  title: 'Files d’attente',
  about:
    'Messages en attente d’envoi, par opérateur et type de message. Les codes PIN n’attendent pas derrière les messages groupés. Les chiffres sont actualisés à quelques secondes d’intervalle.',
  empty: 'Aucun message en attente.',
  carrier: 'Opérateur',
  kind: 'Type de message',
  waiting: 'En attente',
  inProgress: 'En cours d’envoi',
  scheduled: 'Programmés',
  oldest: 'Message le plus ancien, en attente depuis le',
  approximate: 'environ {count, number}',
  explained:
    '« En cours d’envoi » est inclus dans « En attente ». Si des messages attendent longtemps, vérifiez l’opérateur : il est peut-être en pause, déconnecté, ou plus lent que le trafic.',
}
