import type { OperatorCatalog } from '../catalog.ts'

export const users: OperatorCatalog['users'] = {
  title: 'Utilisateurs',
  about: 'Toutes les personnes qui peuvent se connecter. Pour en ajouter, invitez-les sur la page Équipe d’un compte.',
  search: 'Rechercher par nom ou e-mail',
  empty: 'Aucun utilisateur pour l’instant.',
  email: 'E-mail',
  name: 'Nom',
  rights: 'Droits',
  operator: 'Administrateur',
  byAccount: 'Par compte',
  signIn: 'Connexion',
  created: 'Créé le',
  states: {
    two_factors: 'Deux facteurs',
    password: 'Mot de passe',
  },
  resetPassword: 'Réinitialiser le mot de passe',
  resetPasswordOf: 'Réinitialiser le mot de passe de {email}',
  removeFactor: 'Supprimer le second facteur',
  removeFactorOf: 'Supprimer le second facteur de {email}',
  makeOperator: 'Nommer administrateur',
  makeOperatorNamed: 'Nommer administrateur : {email}',
  removeRights: 'Retirer les droits d’administrateur',
  removeRightsOf: 'Retirer les droits d’administrateur de {email}',
  dialogs: {
    reset: {
      title: 'Réinitialiser le mot de passe de {email} ?',
      about:
        'Vous obtenez un lien avec lequel {email} peut choisir un nouveau mot de passe. L’ancien reste valable jusque-là.',
      submit: 'Créer un lien',
      done: 'Lien pour {email}',
    },
    removeFactor: {
      title: 'Supprimer le second facteur de {email} ?',
      about:
        '{email} se connectera alors avec le mot de passe seul. Ne le faites que pour un utilisateur qui a perdu son téléphone et ses codes de secours, après avoir vérifié son identité.',
      done: 'Second facteur de {email} supprimé.',
      submit: 'Supprimer le second facteur',
    },
    makeOperator: {
      title: 'Nommer {email} administrateur ?',
      about:
        '{email} pourra voir et modifier tout ce qui se trouve sur ce serveur : comptes, opérateurs mobiles, tarifs et crédit.',
      done: '{email} est désormais administrateur.',
      submit: 'Nommer administrateur',
    },
    removeRights: {
      title: 'Retirer les droits d’administrateur de {email} ?',
      about: '{email} conserve l’accès à ses comptes.',
      done: '{email} n’est plus administrateur.',
      submit: 'Retirer les droits d’administrateur',
    },
  },
  linkTitle: 'Lien de réinitialisation du mot de passe',
}
