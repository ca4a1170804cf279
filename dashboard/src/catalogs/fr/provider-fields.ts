import type { CarrierFields } from '../catalog.ts'

const ownAnswer = { title: 'Réponse', description: 'Seulement si elle diffère de la réponse commune.' }
const ownStates = { title: 'États', description: 'Seulement s’ils diffèrent des états communs.' }

/** By product and kind. */
export const providerFields: CarrierFields = {
  'airtime http': {
    create: {
      title: 'Création',
      description: 'La requête qui annonce un transfert. Sans requête de confirmation, elle paie aussi.',
    },
    confirm: { title: 'Confirmation', description: 'La requête qui paie un transfert annoncé.' },
    status: { title: 'Statut', description: 'La requête qui demande l’état d’un transfert.' },
    url: {
      title: 'URL',
      description:
        'Peut contenir des variables telles que {transaction_id}, {phone}, {amount}, {currency}, {reference} et {secrets.token}.',
    },
    method: { title: 'Méthode', description: 'Par défaut : POST avec un corps, sinon GET.' },
    headers: { title: 'En-têtes', description: 'Peuvent contenir des variables.' },
    body: { title: 'Corps', description: 'Un texte, ou un objet envoyé en JSON. Peut contenir des variables.' },
    'create.answer': ownAnswer,
    'confirm.answer': ownAnswer,
    'status.answer': ownAnswer,
    'create.states': ownStates,
    'confirm.states': ownStates,
    'status.states': ownStates,
    answer: { title: 'Réponse', description: 'Où se trouvent les valeurs dans la réponse.' },
    reference: { title: 'Référence', description: 'Chemin de l’identifiant du transfert chez le fournisseur.' },
    state: { title: 'État', description: 'Chemin de la valeur à laquelle se rapportent les états.' },
    reason: { title: 'Motif', description: 'Chemin du motif d’un échec.' },
    states: {
      title: 'États',
      description: 'La signification de chaque valeur, ou d’un statut HTTP tel que http:404.',
    },
    successful: { title: 'Réussi', description: 'Le crédit a été transféré. Le montant réservé est débité.' },
    failed: { title: 'Échoué', description: 'Rien n’a été ni ne sera payé. Le montant réservé est libéré.' },
    pending: { title: 'En attente', description: 'Le fournisseur traite le transfert.' },
    unconfirmed: {
      title: 'Non confirmé',
      description: 'Le fournisseur connaît le transfert, et ne l’a certainement pas payé.',
    },
    unknown: { title: 'Inconnu', description: 'Le fournisseur ne connaît pas le transfert.' },
    products: {
      title: 'Produits',
      description: 'Les valeurs de product_id que le fournisseur accepte. Par défaut : toutes.',
    },
    believeUnknownAfterSeconds: {
      title: 'Croire « inconnu » après (secondes)',
      description: 'Sans requête de confirmation : durée pendant laquelle une requête de création peut être en route.',
    },
    'secrets.token': { title: 'Mot de passe ou jeton pour {secrets.token}' },
  },
}
