import type { Catalog } from '../catalog.ts'

export const chat: Catalog['chat'] = {
  title: 'Discussions',
  about:
    'Les conversations sur WhatsApp et d’autres canaux de discussion. Votre programme démarre une conversation via l’API.',
  choose: 'Choisissez une conversation pour la lire ici.',
  conversation: 'Conversation',
  conversations: 'Conversations',
  empty:
    'Aucune conversation pour l’instant. Votre programme en démarre une avec POST /v1/chatapi ; créez-lui une clé dans Configuration de l’API.',
  pageOf: 'Page {page, number} sur {pages, number}',
  entry: '{channel} · envoyé en tant que {sender}',
  entryOpen: '{channel} · envoyé en tant que {sender} · réponse possible',
  sentAs: '{channel} · envoyé en tant que {sender}',
  back: 'Retour',
  readOnly: 'Vous pouvez seulement lire cette conversation. Les membres du compte peuvent répondre.',
  messages: 'Messages',
  noMessages: 'Aucun message pour l’instant.',
  older: 'Messages plus anciens',
  latest: 'Derniers messages',
  reply: 'Votre réponse',
  send: 'Envoyer la réponse',
  replyUntil: 'Vous pouvez répondre jusqu’au {at}.',
  neverReceived: 'Cette personne ne vous a pas encore écrit.',
  receivedLongAgo: 'Le dernier message de cette personne date du {at}, il y a plus de 24 heures.',
  replyRule:
    'Sur {channel}, une entreprise ne peut répondre que dans les 24 heures suivant le dernier message d’une personne. Vous pourrez répondre ici dès qu’elle écrira de nouveau.',
  underOwn: '{at} · {state}',
  sent: 'Envoyé',
  queued: 'Envoi en cours',
  notSent: {
    refused_by_channel: 'Non envoyé : le canal a rejeté le message. Il n’est pas facturé.',
    expired: 'Non envoyé : le canal est resté injoignable pendant une journée. Le message n’est pas facturé.',
  },
  notSentReason: 'Non envoyé : {reason}',
  notSentUnknown: 'Non envoyé',
  location: 'Lieu',
  openFile: {
    image: 'Ouvrir l’image',
    document: 'Ouvrir le document',
    video: 'Ouvrir la vidéo',
    audio: 'Ouvrir l’audio',
  },
}
