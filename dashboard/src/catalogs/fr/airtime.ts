import type { Catalog } from '../catalog.ts'

export const airtime: Catalog['airtime'] = {
  title: 'Crédit téléphonique',
  about: 'Envoyez du crédit téléphonique à des mobiles depuis votre solde. Les transferts en échec sont remboursés.',
  send: 'Envoyer du crédit',
  transfers: 'Transferts de crédit téléphonique',
  emptyMember: 'Aucun transfert pour l’instant. Choisissez « Envoyer du crédit » pour recharger un premier mobile.',
  empty: 'Aucun transfert pour l’instant. Les membres du compte peuvent envoyer du crédit.',
  state: 'Statut',
  allTransfers: 'Tous les transferts',
  states: {
    accepted: 'Accepté',
    submitted: 'En cours',
    successful: 'Réussi',
    failed: 'Échoué',
  },
  sent: 'Envoyé le',
  number: 'Numéro de téléphone',
  amount: 'Montant',
  reference: 'Référence',
  provider: 'Fournisseur',
  overdue: 'Le fournisseur n’a pas communiqué de résultat. Votre administrateur s’en occupe.',
  balance: 'Solde de crédit téléphonique',
  statement: 'Voir le relevé',
  held: '{amount} réservés pour les transferts en attente',
  form: {
    numberRequired: 'Saisissez un numéro de téléphone.',
    numberHelp: 'Sous sa forme nationale, dans le pays du compte, ou avec + et l’indicatif du pays.',
    amountInvalid: 'Saisissez un montant, par exemple 500 ou 10.50.',
    amountHelp: 'Débité de votre solde de crédit téléphonique.',
    amountAvailable: 'Débité de votre solde de crédit téléphonique : {amount} disponibles.',
    referenceHelp:
      'Facultatif. Votre propre identifiant pour ce transfert, par exemple un numéro de commande. Chacun ne peut servir qu’une fois.',
    done: '{amount} en cours d’envoi au {phone}.',
  },
}
