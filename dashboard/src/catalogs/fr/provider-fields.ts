import type { CarrierFields } from '../catalog.ts'
import { chatFields } from './chat-fields.ts'
import { requestFields } from './http-fields.ts'

const ownAnswer = { title: 'Réponse', description: 'Seulement si elle diffère de la réponse commune.' }
const ownPaths = { title: 'Réponse', description: 'Seulement les chemins qui diffèrent de la réponse commune.' }
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
    ...requestFields,
    method: {
      title: 'Méthode',
      description:
        'prompt : le payeur confirme sur le téléphone. redirect : le payeur continue sur une page du fournisseur.',
    },
    start: {
      title: 'Démarrage',
      description: 'La requête qui démarre un paiement.',
    },
    query: {
      title: 'Interrogation',
      description: 'La requête qui demande l’état d’un paiement.',
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
      description: 'Où se trouvent les valeurs dans toutes les réponses.',
    },
    states: {
      title: 'États',
      description: 'La signification de chaque valeur, ou d’un statut HTTP tel que http:404.',
    },
    'start.answer': ownPaths,
    'query.answer': ownPaths,
    'token.answer': { title: 'Réponse', description: 'Où se trouvent les valeurs dans la réponse.' },
    'start.states': ownStates,
    'query.states': ownStates,
    'callback.states': ownStates,
    'start.method': requestFields.method,
    'query.method': requestFields.method,
    'token.method': requestFields.method,
    url: {
      title: 'URL',
      description:
        'Peut contenir des variables telles que {id}, {amount}, {currency}, {phone}, {callback_url} et {secrets.token}.',
    },
    reference: { title: 'Référence', description: 'Chemin de l’identifiant du paiement chez le fournisseur.' },
    redirect: { title: 'Adresse', description: 'Chemin de l’adresse de la page sur laquelle le payeur continue.' },
    state: { title: 'État', description: 'Chemin de la valeur à laquelle se rapportent les états.' },
    reason: { title: 'Motif', description: 'Chemin du motif d’un échec.' },
    amount: {
      title: 'Montant',
      description: 'Chemin du montant du paiement. Un paiement d’un autre montant reste inconnu.',
    },
    currency: { title: 'Devise', description: 'Chemin de la devise du montant.' },
    receipt: { title: 'Reçu', description: 'Chemin du numéro du reçu.' },
    paid: { title: 'Payé', description: 'Le payeur a payé.' },
    failed: { title: 'Échoué', description: 'Le payeur n’a pas payé, et ne peut plus payer.' },
    pending: { title: 'En attente', description: 'Le payeur peut encore payer.' },
    missing: {
      title: 'Absent',
      description: 'Le fournisseur ne connaît pas ce paiement, ou le payeur n’a pas commencé à payer.',
    },
    from: {
      title: 'Source',
      description: 'Où se trouvent les valeurs : dans un corps JSON, un formulaire, ou les paramètres de l’URL.',
    },
    id: {
      title: 'Identifiant',
      description: 'Chemin ou nom du champ de notre {id}. L’identifiant ou la référence est requis.',
    },
    'callback.reference': {
      title: 'Référence',
      description: 'Chemin ou nom du champ de l’identifiant du paiement chez le fournisseur.',
    },
    signature: { title: 'Signature', description: 'Comment le fournisseur signe ses notifications.' },
    header: { title: 'En-tête', description: 'Le nom de l’en-tête qui contient la signature.' },
    algorithm: {
      title: 'Algorithme',
      description: 'Comment le corps est signé. equals : l’en-tête contient le secret lui-même.',
    },
    encoding: { title: 'Encodage', description: 'Comment la signature est écrite.' },
    secret: { title: 'Secret', description: 'Le nom du secret qui signe.' },
    prefix: { title: 'Préfixe', description: 'Texte devant la signature, tel que sha256=.' },
    'callback.answer': {
      title: 'Réponse',
      description: 'Notre réponse au fournisseur, une fois la notification enregistrée.',
    },
    'answer.status': { title: 'Statut', description: 'Statut HTTP de la réponse.' },
    'answer.type': { title: 'Type de contenu', description: 'Type de contenu de la réponse.' },
    'answer.body': { title: 'Corps', description: 'Texte de la réponse.' },
    'answer.token': { title: 'Jeton d’accès', description: 'Chemin du jeton d’accès.' },
    expiresIn: {
      title: 'Valable pendant',
      description: 'Chemin des secondes pendant lesquelles il est valable. Par défaut : 10 minutes.',
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
