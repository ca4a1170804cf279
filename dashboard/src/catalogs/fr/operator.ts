import type { OperatorCatalog } from '../catalog.ts'
import { accounts } from './accounts.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { carriers } from './carriers.ts'
import { numbers } from './numbers.ts'
import { overdueAirtime } from './overdue-airtime.ts'
import { overview } from './overview.ts'
import { payments } from './payments.ts'
import { prices } from './prices.ts'
import { providers } from './providers.ts'
import { routes } from './routes.ts'
import { sandbox } from './sandbox.ts'
import { system } from './system.ts'
import { users } from './users.ts'

const receipts: OperatorCatalog['receipts'] = {
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

const queues: OperatorCatalog['queues'] = {
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

const doNotDisturb: OperatorCatalog['doNotDisturb'] = {
  title: 'Ne pas déranger',
  about:
    'Les numéros qui ne reçoivent de messages d’aucun compte, sauf les codes PIN. Ils comptent comme désinscrits lorsqu’un compte leur envoie un message.',
  search: 'Rechercher par les premiers chiffres',
  empty: 'La liste est vide. Ajoutez un numéro ou importez une liste, par exemple un registre national.',
  phone: 'Numéro de téléphone',
  phoneHelp: 'Avec + et l’indicatif du pays, par exemple +255712345678.',
  source: 'Origine',
  sources: { person: 'Ajout manuel', import: 'Fichier importé' },
  since: 'Ajouté le',
  note: 'Note',
  noteHelp: 'Visible des administrateurs seulement.',
  actions: 'Actions',
  actionsFor: 'Actions pour {phone}',
  add: 'Ajouter un numéro',
  addAbout:
    'Aucun compte ne peut envoyer de messages à ce numéro. Les messages programmés pour ce numéro ne partent pas non plus.',
  added: '{phone} ne recevra plus de messages.',
  remove: 'Retirer de la liste',
  removeTitle: 'Retirer {phone} de la liste « ne pas déranger » ?',
  removeWarning:
    'Tous les comptes pourront de nouveau envoyer des messages à ce numéro, sauf ceux dont il s’est désinscrit.',
  removed: '{phone} peut de nouveau recevoir des messages.',
  importTitle: 'Importer des numéros',
  importAbout:
    'Un fichier CSV avec la colonne phone et, au choix, note et created_at. Une simple liste de numéros convient aussi. Les numéros absents du fichier restent sur la liste.',
}

export const operatorCatalog: OperatorCatalog = {
  accounts,
  approvals,
  audit,
  carriers,
  doNotDisturb,
  numbers,
  overdueAirtime,
  overview,
  payments,
  prices,
  providers,
  queues,
  receipts,
  routes,
  sandbox,
  system,
  users,
}
