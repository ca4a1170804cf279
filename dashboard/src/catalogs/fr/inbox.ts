import type { Catalog } from '../catalog.ts'

export const inbox: Catalog['inbox'] = {
  about:
    'Messages envoyés à vos numéros. STOP désinscrit l’expéditeur et HELP reçoit des instructions en réponse, automatiquement.',
  search: 'Rechercher par les premiers chiffres',
  list: 'Messages entrants',
  empty:
    'Aucun message entrant pour l’instant. Les réponses et les messages à vos numéros apparaissent ici en quelques instants.',
  received: 'Reçu le',
  from: 'De',
  to: 'À',
  text: 'Texte',
  type: 'Type',
  reply: 'Répondre',
  replyTo: 'Répondre au {phone}',
  kinds: {
    stop: 'Désinscription',
    start: 'Réinscription',
    help: 'Demande d’aide',
    message: 'Message',
  },
}
