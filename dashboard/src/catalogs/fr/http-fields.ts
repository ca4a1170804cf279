import type { FieldTexts } from '../catalog.ts'

/** The texts that all kinds with request templates share. */
export const requestFields = {
  method: { title: 'Méthode', description: 'Par défaut : POST avec un corps, sinon GET.' },
  headers: { title: 'En-têtes', description: 'Peuvent contenir des variables.' },
  body: { title: 'Corps', description: 'Un texte, ou un objet envoyé en JSON. Peut contenir des variables.' },
} satisfies FieldTexts

/** The texts that HTTP carriers and HTTP chat channels share. */
export const httpFields: FieldTexts = {
  ...requestFields,
  'states.accepted': {
    title: 'Accepté',
    description: 'Le fournisseur a accepté le message. Par défaut : tout statut 2xx.',
  },
  'states.refused': {
    title: 'Refusé',
    description: 'Le fournisseur ne l’enverra jamais. Le message finit non remis.',
  },
  'states.busy': { title: 'Occupé', description: 'Ce message est réessayé plus tard.' },
  'states.slow': {
    title: 'Ralentir',
    description:
      'L’envoi s’arrête un moment, et aucun message n’échoue. Aussi en cas de crédit insuffisant ou de mot de passe erroné.',
  },
  'states.pending': { title: 'En attente', description: 'Le message est encore en route.' },
  reference: {
    title: 'Référence',
    description:
      'Chemin de l’identifiant de message du fournisseur, par exemple data.0.id. Par défaut : notre propre {id}.',
  },
  state: { title: 'État', description: 'Chemin de la valeur à laquelle se rapportent les états ci-dessous.' },
  reason: { title: 'Motif', description: 'Chemin du motif d’un refus.' },
  answer: { title: 'Réponse', description: 'Où se trouvent les valeurs dans la réponse.' },
  split: {
    title: 'Séparateur',
    description: 'Caractères entre les valeurs d’une réponse en texte. Par défaut : la réponse est en JSON.',
  },
  'send.states': {
    title: 'États',
    description: 'La signification de chaque valeur, ou d’un statut HTTP tel que http:422.',
  },
  states: { title: 'États', description: 'La signification de chaque valeur.' },
  'answer.status': { title: 'Statut', description: 'Statut HTTP de la réponse.' },
  'answer.type': { title: 'Type de contenu', description: 'Type de contenu de la réponse.' },
  'answer.body': { title: 'Corps', description: 'Texte de la réponse.' },
  from: {
    title: 'Source',
    description:
      'Où se trouvent les valeurs : dans un corps JSON, un formulaire, les paramètres de l’URL, ou un corps XML.',
  },
  list: {
    title: 'Liste',
    description:
      'Chemin d’une liste d’accusés dans un corps JSON ou XML. Par défaut : le corps est un accusé ou une liste.',
  },
  'receipts.reference': { title: 'Référence', description: 'Chemin ou nom du champ de l’identifiant du message.' },
  'receipts.answer': { title: 'Réponse', description: 'Notre réponse au fournisseur, une fois l’accusé enregistré.' },
  'messages.list': {
    title: 'Liste',
    description:
      'Chemin d’une liste de messages dans un corps JSON ou XML. Par défaut : le corps est un message ou une liste.',
  },
  id: {
    title: 'Identifiant du message',
    description: 'Chemin ou nom du champ de l’identifiant du fournisseur. Il permet de reconnaître un message répété.',
  },
  phone: { title: 'Téléphone', description: 'Chemin ou nom du champ du numéro de la personne.' },
  number: { title: 'Numéro', description: 'Chemin ou nom du champ de votre numéro ou numéro court.' },
  text: { title: 'Texte', description: 'Chemin ou nom du champ du texte.' },
  time: {
    title: 'Heure',
    description:
      'Chemin ou nom du champ de l’heure : ISO 8601, ou secondes ou millisecondes depuis 1970. Par défaut : maintenant.',
  },
  coding: {
    title: 'Encodage',
    description:
      'Chemin ou nom du champ de l’encodage du texte, si le fournisseur envoie certains textes en hexadécimal.',
  },
  hex: {
    title: 'Encodages hexadécimaux',
    description: 'Les encodages dont les textes sont en UCS-2 hexadécimal.',
  },
  part: {
    title: 'Segment',
    description: 'Si le fournisseur transmet les parties d’un message long une par une.',
  },
  'part.reference': {
    title: 'Référence',
    description: 'Chemin ou nom du champ de l’identifiant commun à toutes les parties.',
  },
  'part.number': { title: 'Numéro', description: 'Chemin ou nom du champ du numéro du segment, à partir de 1.' },
  total: { title: 'Total', description: 'Chemin ou nom du champ du nombre de parties.' },
  'messages.answer': {
    title: 'Réponse',
    description: 'Notre réponse au fournisseur, une fois le message enregistré.',
  },
  send: { title: 'Envoi', description: 'La requête qui transmet un message, et le sens de sa réponse.' },
  timeoutSeconds: { title: 'Délai de réponse (secondes)', description: 'Temps maximal pour une réponse.' },
  'secrets.password': { title: 'Mot de passe ou jeton pour {secrets.password}' },
}
