import type { Catalog } from '../catalog.ts'

export const senders: Catalog['senders'] = {
  title: 'Noms d’expéditeur',
  about:
    'Les destinataires voient ce nom à la place d’un numéro de téléphone. Votre administrateur approuve chaque nom afin d’éviter les usurpations.',
  request: 'Demander un nom d’expéditeur',
  sendRequest: 'Envoyer la demande',
  search: 'Rechercher par nom',
  empty: 'Aucun nom d’expéditeur pour l’instant. Demandez-en un : il est nécessaire pour envoyer des messages.',
  name: 'Nom',
  senderName: 'Nom d’expéditeur',
  status: 'Statut',
  allStatuses: 'Tous les statuts',
  statuses: {
    active: 'Actif',
    pending: 'En attente',
    rejected: 'Rejeté',
    inactive: 'Inactif',
  },
  meanings: {
    pending: 'En attente d’approbation',
    active: 'Prêt à l’emploi',
    rejected: 'Non approuvé',
    inactive: 'N’est plus utilisé',
  },
  sample: 'Exemple de message',
  sampleAbout: 'Votre administrateur le lit avant d’approuver le nom.',
  sampleRequired: 'Saisissez un exemple de message. Votre administrateur en a besoin pour approuver le nom.',
  requested: 'Demandé le',
  decided: 'Décidé le',
  nameRequired: 'Saisissez un nom d’expéditeur.',
  badCharacters: 'Utilisez uniquement des lettres sans accent, des chiffres, des espaces et la ponctuation courante.',
  tooLong: 'Utilisez au plus 11 caractères, ou un numéro de 20 chiffres au maximum.',
  rules: {
    length:
      '11 lettres, chiffres, espaces ou symboles au maximum, par exemple le nom de votre entreprise, ou un numéro de 20 chiffres au maximum.',
    case: 'Les majuscules comptent : SHOP et Shop sont deux noms différents. Utilisez l’orthographe que vos clients connaissent.',
    replies: 'Les destinataires ne peuvent pas répondre à un nom. Pour recevoir des réponses, utilisez un numéro.',
  },
  done: 'Nom d’expéditeur {sender} demandé. Vous pourrez l’utiliser dès que votre administrateur l’aura approuvé.',
}
