import type { Catalog } from '../catalog.ts'

export const team: Catalog['team'] = {
  title: 'Équipe',
  about: 'Les membres de {account} et leurs rôles.',
  inviteMember: 'Inviter un membre',
  sendInvitation: 'Envoyer l’invitation',
  email: 'E-mail',
  emailAbout: 'Le membre se connecte avec cette adresse.',
  emailInvalid: 'Saisissez une adresse e-mail, par exemple amina@example.com.',
  name: 'Nom',
  role: 'Rôle',
  state: 'Statut',
  since: 'Membre depuis',
  actions: 'Actions',
  you: 'vous',
  members: 'Membres',
  noMembers: 'Ce compte n’a pas encore de membres. Invitez le premier.',
  newLink: 'Créer un nouveau lien',
  newLinkFor: 'Créer un nouveau lien pour {email}',
  changeRole: 'Changer le rôle',
  changeRoleOf: 'Changer le rôle de {email}',
  remove: 'Retirer',
  removeNamed: 'Retirer {email}',
  removeTitle: 'Retirer {name} de ce compte ?',
  removeMember: 'Retirer le membre',
  removeAbout:
    '{email} perd immédiatement l’accès à ce compte. Tout ce que cette personne a créé est conservé. Vous pourrez la réinviter.',
  removed: '{email} n’a plus accès à ce compte.',
  roleTitle: 'Changer le rôle de {name}',
  saveRole: 'Enregistrer le rôle',
  roleSaved: 'Rôle de {name} enregistré : {role}.',
  ownRole:
    'Il s’agit de votre propre rôle. Si vous renoncez au rôle de propriétaire, seul un autre propriétaire pourra vous le rendre.',
  invitations: 'Invitations',
  invitationsAbout: 'Invitations pas encore acceptées. Pour envoyer un nouvel e-mail, invitez la personne à nouveau.',
  noInvitations: 'Aucune invitation en attente.',
  invited: 'Invité le',
  expires: 'Expire le',
  withdraw: 'Annuler',
  withdrawNamed: 'Annuler l’invitation de {email}',
  withdrawn: 'Invitation annulée.',
  invitation: 'Invitation',
  memberAdded: 'Membre ajouté',
  addedAbout: '<b>{email}</b> peut déjà se connecter à ce serveur, et peut dès maintenant ouvrir ce compte.',
  mailedAbout:
    'L’invitation a été envoyée par e-mail à <b>{email}</b>. Elle est valable trois jours. Le compte sera accessible dès qu’elle sera acceptée.',
  notMailedAbout:
    'L’e-mail à <b>{email}</b> n’a pas encore pu être envoyé. Le serveur réessaie. Si rien n’arrive d’ici quelques minutes, renvoyez l’invitation.',
  invitationLink: 'Lien d’invitation',
  linkMailed:
    'L’invitation a été envoyée par e-mail à <b>{email}</b>. Si elle n’arrive pas, transmettez ce lien vous-même. Il permet de choisir un mot de passe, une seule fois, dans les trois jours. Toute personne qui possède ce lien peut se connecter à sa place.',
  linkNotMailed:
    'Aucun e-mail n’a été envoyé. Transmettez ce lien à <b>{email}</b>. Il permet de choisir un mot de passe, une seule fois, dans les trois jours. Toute personne qui possède ce lien peut se connecter à sa place.',
  rolesTitle: 'Rôles',
  roles: {
    viewer: 'Lecteur',
    member: 'Membre',
    owner: 'Propriétaire',
  },
  rights: {
    viewer: 'Peut tout consulter dans le compte, sans rien modifier.',
    member: 'Peut aussi envoyer des messages, gérer les contacts et les modèles, et demander des noms d’expéditeur.',
    owner:
      'Peut tout faire, y compris gérer les membres, les clés API, les webhooks et les paramètres, et consulter le journal d’audit.',
  },
}
