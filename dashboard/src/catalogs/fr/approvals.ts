import type { Catalog } from '../catalog.ts'

export const approvals: Catalog['approvals'] = {
  title: 'Approbations',
  about:
    'Noms d’expéditeur demandés par les comptes. Les destinataires font confiance aux noms qu’ils connaissent : vérifiez qui demande un nom, et pourquoi, avant de l’approuver.',
  status: 'Statut',
  states: {
    pending: 'En attente',
    active: 'Actifs',
    rejected: 'Rejetés',
    inactive: 'Inactifs',
  },
  search: 'Rechercher des noms d’expéditeur',
  senderNames: 'Noms d’expéditeur',
  empty: 'Aucun nom d’expéditeur avec ce statut.',
  sender: 'Nom d’expéditeur',
  account: 'Compte',
  purpose: 'Exemple de message ou motif',
  requested: 'Demandé le',
  actions: 'Actions',
  approve: 'Approuver',
  approveNamed: 'Approuver {sender}',
  reject: 'Rejeter',
  rejectNamed: 'Rejeter {sender}',
  deactivate: 'Désactiver',
  deactivateNamed: 'Désactiver {sender}',
  approved: 'Nom d’expéditeur {sender} approuvé.',
  rejectTitle: 'Rejeter le nom d’expéditeur {sender} ?',
  deactivateTitle: 'Désactiver le nom d’expéditeur {sender} ?',
  reason: 'Motif',
  reasonAbout: 'Les membres de {account} peuvent le lire.',
  reasonMissing: 'Saisissez un motif, afin que le compte sache quoi modifier.',
}
