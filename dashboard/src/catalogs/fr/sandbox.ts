import type { OperatorCatalog } from '../catalog.ts'

export const sandbox: OperatorCatalog['sandbox'] = {
  title: 'Bac à sable',
  about: 'Avancez l’horloge et provoquez des pannes du réseau simulé, pour tous les comptes de ce serveur.',
  production: 'Ce serveur est en production : il n’a pas de réseau simulé, et son horloge ne peut pas être avancée.',
  clock: 'Horloge',
  sameTime: 'Identique à l’heure réelle.',
  ahead: '{duration} d’avance sur l’heure réelle.',
  clockAbout:
    'Quand vous avancez l’horloge, les messages programmés sont envoyés, les codes PIN expirent et les nouvelles tentatives ont lieu. L’horloge ne peut pas reculer, même après un redémarrage. Les connexions et le journal d’audit utilisent l’heure réelle.',
  forward: 'Avancer de {duration}',
  amount: 'Durée',
  unit: 'Unité',
  units: {
    minutes: 'minutes',
    hours: 'heures',
    days: 'jours',
  },
  move: 'Avancer l’horloge',
  tooFar: 'Saisissez au plus 366 jours.',
  moved: 'Horloge avancée de {duration}.',
  moveTitle: 'Avancer l’horloge de {duration} ?',
  moveAbout:
    'Cela concerne tous les comptes de ce serveur. Des messages en attente peuvent expirer. L’horloge ne peut pas reculer.',
  faults: 'Pannes',
  faultsActive: 'Pannes actives',
  faultsAbout:
    'Faites échouer le réseau simulé comme un vrai réseau, pour voir comment vos programmes réagissent. Vos réglages restent jusqu’à leur réinitialisation.',
  apply: 'Appliquer',
  applied: 'Pannes appliquées.',
  reset: 'Tout réinitialiser',
  resetDone: 'Toutes les pannes sont désactivées.',
  notApplied: 'Pas encore appliqué',
  none: 'Aucun',
  noDelay: 'Aucun délai',
  noLimit: 'Sans limite',
  perSecond: '{count, number} par seconde',
  knobs: {
    refusalRate: 'Refus',
    disconnectRate: 'Déconnexions',
    latencyMs: 'Latence',
    ratePerSecond: 'Limite de débit',
  },
  knobAbout: {
    refusalRate: 'La part des messages que le réseau rejette. Ils finissent non remis et ne sont pas débités.',
    disconnectRate:
      'La part des messages pour lesquels la connexion est coupée une seconde. Aucun message n’est perdu : ceux en attente sont renvoyés.',
    latencyMs: 'Le temps que met le réseau à répondre à chaque message.',
    ratePerSecond:
      'Le nombre de messages que le réseau accepte par seconde. Les autres attendent dans la file ; les codes PIN passent d’abord.',
  },
}
