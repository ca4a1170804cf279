import type { CarrierFields } from '../catalog.ts'
import { chatFields } from './chat-fields.ts'
import { requestFields } from './http-fields.ts'

const ownAnswer = { title: 'Réponse', description: 'Seulement si elle diffère de la réponse commune.' }
const ownStates = { title: 'États', description: 'Seulement s’ils diffèrent des états communs.' }

/** By product and kind. */
export const providerFields: CarrierFields = {
  ...chatFields,
  'airtime http': {
    ...requestFields,
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
      description: 'Les valeurs de product_id que le fournisseur accepte. Par défaut : toutes.',
    },
    believeUnknownAfterSeconds: {
      title: 'Croire « inconnu » après (secondes)',
      description: 'Sans requête de confirmation : durée pendant laquelle une requête de création peut être en route.',
    },
    'secrets.token': { title: 'Mot de passe ou jeton pour {secrets.token}' },
  },
  'payments mpesa': {
    shortCode: {
      title: 'Numéro court',
      description: 'Le numéro pay bill, ou le numéro de magasin d’un till. Il correspond à la passkey.',
    },
    type: { title: 'Type', description: 'Si les payeurs paient un numéro pay bill ou un till.' },
    tillNumber: { title: 'Numéro de till', description: 'Le till qui reçoit l’argent. Par défaut : le numéro court.' },
    baseUrl: {
      title: 'Adresse de l’API',
      description: 'https://sandbox.safaricom.co.ke pour les tests avec le bac à sable de Safaricom.',
    },
    accountReference: {
      title: 'Numéro de compte',
      description:
        'Affiché au payeur et sur le relevé : l’identifiant du paiement, que le rapprochement reconnaît, ou les 12 premiers caractères de la référence.',
    },
    confirmByQuery: {
      title: 'Confirmer les notifications',
      description: 'Les notifications ne sont pas signées. Interroger M-Pesa avant d’en croire une.',
    },
    'secrets.consumerKey': { title: 'Consumer key de l’application Daraja' },
    'secrets.consumerSecret': { title: 'Consumer secret de l’application Daraja' },
    'secrets.passkey': { title: 'Passkey du numéro court' },
  },
  'payments http': {
    method: {
      title: 'Méthode',
      description:
        'prompt : le payeur confirme sur le téléphone. redirect : le payeur continue sur une page du fournisseur.',
    },
    start: {
      title: 'Démarrage',
      description: 'La requête qui démarre un paiement : url, method, headers, body, answer et states.',
    },
    query: {
      title: 'Interrogation',
      description: 'La requête qui demande l’état d’un paiement : url, method, headers, body, answer et states.',
    },
    callback: {
      title: 'Notification',
      description: 'Où se trouvent les valeurs d’une notification, et comment elle est signée.',
    },
    token: {
      title: 'Jeton d’accès',
      description: 'La requête d’un jeton d’accès, que les autres requêtes utilisent comme {token}.',
    },
    answer: {
      title: 'Réponse',
      description:
        'Chemins de reference, redirect, state, reason, amount, currency et receipt dans toutes les réponses.',
    },
    states: {
      title: 'États',
      description: 'Les valeurs, ou statuts HTTP tels que http:404, qui signifient paid, failed, pending et missing.',
    },
    redirectOrigins: {
      title: 'Origines de redirection',
      description: 'Les payeurs ne sont redirigés que vers ces origines, telles que https://checkout.example.com.',
    },
    currencies: { title: 'Devises', description: 'Seulement ces devises. Par défaut : toutes.' },
    phonePrefixes: {
      title: 'Préfixes téléphoniques',
      description: 'Seuls les numéros qui commencent par ces chiffres peuvent payer. Par défaut : tous.',
    },
    wholeAmounts: {
      title: 'Montants entiers seulement',
      description: 'Le fournisseur n’accepte pas de montants avec décimales.',
    },
    amountIn: {
      title: 'Unité des montants',
      description: 'Si les montants des réponses et notifications sont en unités ou en centièmes.',
    },
    confirmByQuery: {
      title: 'Confirmer les notifications',
      description: 'Interroger le fournisseur avant de croire une notification.',
    },
    believeMissingAfterSeconds: {
      title: 'Échec des paiements absents après (secondes)',
      description: 'Un paiement que le fournisseur ne connaît pas compte comme échoué après ce délai.',
    },
    askAfterSeconds: {
      title: 'Première interrogation après (secondes)',
      description: 'Les suivantes sont de moins en moins fréquentes.',
    },
  },
}
