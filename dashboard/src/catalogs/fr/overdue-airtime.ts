import type { OperatorCatalog } from '../catalog.ts'

export const overdueAirtime: OperatorCatalog['overdueAirtime'] = {
  title: 'Crédit téléphonique en retard',
  providers: 'Fournisseurs de crédit téléphonique',
  about:
    'Le fournisseur n’a communiqué aucun résultat depuis un jour. Le montant reste réservé jusqu’à la clôture du transfert : demandez d’abord le résultat au fournisseur.',
  noOverdue: 'Aucun transfert en retard.',
  sent: 'Envoyé le',
  account: 'Compte',
  accountNumbered: 'Compte {id}',
  number: 'Numéro de téléphone',
  amount: 'Montant',
  provider: 'Fournisseur',
  noReference: 'Sans référence',
  actions: 'Actions',
  close: 'Clôturer',
  closeTransfer: 'Clôturer le transfert',
  closeNumbered: 'Clôturer le transfert {id}',
  closed: 'Transfert {id} clôturé.',
  closeAbout: '{amount} vers {phone}. Cette action est irréversible. Le compte en est informé.',
  outcome: 'Résultat',
  outcomeMissing: 'Choisissez le résultat.',
  outcomes: {
    successful: 'Réussi',
    failed: 'Échoué',
  },
  outcomeAbout: {
    successful: 'Le téléphone a reçu le crédit. Le montant est débité.',
    failed: 'Le téléphone n’a pas reçu le crédit. Le montant retourne sur le solde du compte.',
  },
  reason: 'Motif',
  reasonAbout:
    'Comment vous connaissez le résultat. Conservé dans le journal d’audit, et montré au compte si le transfert a échoué.',
  reasonMissing: 'Expliquez comment vous connaissez le résultat.',
}
