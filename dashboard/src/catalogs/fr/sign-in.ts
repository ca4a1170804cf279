import type { Catalog } from '../catalog.ts'

export const signIn: Catalog['signIn'] = {
  language: 'Langue',
  claim: 'La messagerie d’entreprise sur votre propre serveur.',
  title: 'Connexion',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  submit: 'Se connecter',
  withProvider: 'Se connecter avec {provider}',
  withPasskey: 'Se connecter avec une clé d’accès',
  forgot: 'Mot de passe oublié ?',
  forgotAskOperator: 'Mot de passe oublié ? Votre administrateur peut vous donner un lien pour en définir un nouveau.',
  resetTitle: 'Réinitialiser le mot de passe',
  resetIntro:
    'Saisissez l’adresse e-mail avec laquelle vous vous connectez. Nous y enverrons un lien pour définir un nouveau mot de passe.',
  sendLink: 'Envoyer le lien',
  resetSent:
    'Si <b>{email}</b> est enregistrée ici, un e-mail contenant un lien est en route. Le lien fonctionne une seule fois, pendant une heure.',
  resetMissing: 'Rien après quelques minutes ? Vérifiez vos courriers indésirables et l’adresse saisie.',
  backToSignIn: 'Retour à la connexion',
  goToSignIn: 'Aller à la connexion',
  setPasswordTitle: 'Définir un mot de passe',
  setPasswordIntro:
    'Vous vous connecterez avec votre adresse e-mail et ce mot de passe. Toutes les sessions en cours seront fermées.',
  savePassword: 'Enregistrer le mot de passe',
  passwordSet: 'Votre mot de passe est défini. Vous pouvez maintenant vous connecter.',
  linkExpired: 'Ce lien a expiré',
  linkExpiredHint:
    'Un lien fonctionne une seule fois et pendant une durée limitée. Si vous avez déjà défini un mot de passe, connectez-vous.',
  linkIncomplete: 'Ce lien est incomplet',
  linkIncompleteHint:
    'Copiez le lien en entier dans la barre d’adresse. Il se termine par une longue suite de lettres et de chiffres.',
  newLink: 'M’envoyer un nouveau lien',
  newLinkAskOperator:
    'Pour obtenir un nouveau lien, adressez-vous à la personne qui vous a invité ou à votre administrateur.',
  invitationTitle: 'Votre invitation',
  invitationExpired:
    'Une invitation fonctionne une seule fois, pendant trois jours. Demandez-en une nouvelle à la personne qui vous a invité.',
  signInFirst:
    '<b>{email}</b> est déjà enregistrée ici. Pour confirmer que c’est la vôtre, <link>connectez-vous dans un autre onglet</link>, puis revenez sur cette page.',
  signedIn: 'Connexion effectuée',
  invitedNew:
    'Vous êtes invité à rejoindre <b>{account}</b> en tant que {role, select, owner {propriétaire} member {membre} other {lecteur}}. Définissez un mot de passe ; vous vous connecterez avec <b>{email}</b>.',
  invitedKnown:
    'Vous êtes invité à rejoindre <b>{account}</b> en tant que {role, select, owner {propriétaire} member {membre} other {lecteur}}. Vous vous connectez avec <b>{email}</b>, comme d’habitude.',
  accept: 'Accepter l’invitation',
  accepted: 'Vous êtes maintenant membre de {account}. Connectez-vous pour y accéder.',
  codeTitle: 'Authentification à deux facteurs',
  codeIntro: 'Saisissez les six chiffres affichés par votre application d’authentification.',
  backupIntro: 'Saisissez l’un de vos codes de secours. Chacun fonctionne une seule fois.',
  code: 'Code',
  backupCode: 'Code de secours',
  trustDevice: 'Ne plus demander de code sur cet appareil pendant 30 jours',
  continue: 'Continuer',
  useApp: 'Utiliser l’application d’authentification',
  useBackupCode: 'Utiliser un code de secours',
  providerProblems: {
    signup_disabled:
      'Aucun utilisateur n’a cette adresse e-mail ici. Demandez d’abord une invitation à un propriétaire du compte.',
    account_not_linked: 'Connectez-vous avec votre mot de passe, puis associez le fournisseur sous Profil et sécurité.',
    user_info_is_missing: 'Le fournisseur n’a pas vérifié votre adresse e-mail, ou son domaine n’est pas accepté ici.',
    access_denied: 'Le fournisseur a refusé l’accès.',
    expired: 'La connexion a pris trop de temps ou a été commencée dans un autre navigateur. Réessayez.',
    unknown: 'Le fournisseur n’a pas pu vous connecter. Réessayez ou utilisez votre mot de passe.',
  },
}
