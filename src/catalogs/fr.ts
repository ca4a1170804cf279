import type { Catalog } from './catalog.ts'

export const fr: Catalog = {
  helpReply: 'Répondez STOP pour ne plus recevoir de messages, ou START pour en recevoir à nouveau.',
  lowCreditMessage: '{account}: crédit {product} faible. Reste {available}, seuil {level}.',
  roles: { owner: 'propriétaire', member: 'membre', viewer: 'lecteur' },
  emails: {
    resetSubject: 'Réinitialisez votre mot de passe',
    resetText: `Bonjour,

Nous avons reçu une demande de réinitialisation du mot de passe de {email}. Choisissez un nouveau mot de passe dans l’heure qui suit :

{link}

Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Votre mot de passe reste inchangé.
`,
    offerText: `Bonjour,

Un administrateur vous a envoyé un lien pour réinitialiser le mot de passe de {email}. Choisissez un nouveau mot de passe dans les trois jours :

{link}

D’ici là, votre mot de passe actuel reste valable.
`,
    invitationSubject: 'Invitation à rejoindre {account}',
    invitationText: `Bonjour,

Vous êtes invité à rejoindre le compte {account} en tant que {role}. Acceptez l’invitation dans les trois jours :

{link}

Vous vous connecterez avec {email}.
`,
    invitationFromText: `Bonjour,

{inviter} vous invite à rejoindre le compte {account} en tant que {role}. Acceptez l’invitation dans les trois jours :

{link}

Vous vous connecterez avec {email}.
`,
    lowCreditSubject: 'Crédit {product} faible : {account}',
    lowCreditText: `Bonjour,

Le crédit {product} du compte {account} est inférieur à son seuil de rappel.

Disponible : {available}
Seuil de rappel : {level}

Vous recevez cet e-mail en tant que propriétaire du compte. Vous n’en recevrez pas d’autre avant le prochain ajout de crédit.
`,
    endpointSubject: 'Point de terminaison webhook désactivé : {host}',
    endpointGoneText: `Bonjour,

Ngoma a désactivé votre point de terminaison {id} ({event}), car il a répondu 410 Gone :

  {url}

Les événements sont conservés. Corrigez le point de terminaison, puis réactivez-le et renvoyez les événements manqués sur la page Webhooks du tableau de bord.
`,
    endpointFailingText: `Bonjour,

Ngoma a désactivé votre point de terminaison {id} ({event}), car toutes les tentatives de livraison ont échoué pendant cinq jours :

  {url}

Les événements sont conservés. Corrigez le point de terminaison, puis réactivez-le et renvoyez les événements manqués sur la page Webhooks du tableau de bord.
`,
  },
  checkout: {
    simulated: 'Paiement simulé.',
    simulatedAbout: 'Aucun montant n’est transféré.',
    payTitle: 'Payer {amount} à {payee}',
    paying: 'Vous payez',
    payee: 'Bénéficiaire',
    reference: 'Référence',
    phone: 'Numéro de téléphone',
    openUntil: 'À payer avant le',
    pay: 'Payer {amount}',
    cancel: 'Annuler',
    backToShop: 'Retour à {shop}',
    failed: 'Le paiement a échoué. Vous n’avez pas été débité. Vous pouvez réessayer.',
    unavailable: 'Les paiements sont indisponibles pour l’instant. Veuillez réessayer plus tard.',
    triesUsedUp: 'Cette page a servi trop souvent sans paiement. Demandez-en une nouvelle au vendeur.',
    amountUnavailable:
      'Ce montant ne peut pas être payé ici, car seuls les montants sans décimales sont acceptés. Veuillez contacter la boutique.',
    currencyUnavailable: 'Les paiements en {currency} ne sont pas acceptés ici. Veuillez contacter la boutique.',
    phoneInvalid: 'Saisissez le numéro de téléphone qui paie, avec son indicatif de pays.',
    payElsewhere: 'Payer par carte ou mobile money',
    confirmOnPhone: 'Confirmez le paiement sur votre téléphone {phone}.',
    unknownAbout:
      'Le résultat n’est pas encore connu, ce qui peut prendre quelques jours. Votre argent n’est pas perdu.',
    pendingTitle: 'Paiement en cours',
    pending: 'Votre paiement est en cours de traitement',
    pendingAbout: 'Cette page vérifie le résultat toutes les {seconds} secondes. Ne payez pas une deuxième fois.',
    startedAt: 'Début',
    continueElsewhere: 'Continuer vers le paiement',
    checkNow: 'Vérifier maintenant',
    paid: 'Paiement réussi',
    paidAbout: 'Merci. Vous pouvez fermer cette page.',
    paidAt: 'Payé le',
    cancelled: 'Paiement annulé',
    cancelledAbout: 'Vous n’avez pas été débité. Vous pouvez fermer cette page.',
    cancelledAt: 'Annulé le',
    expired: 'Paiement expiré',
    expiredAbout:
      'Le délai de paiement est dépassé. Vous n’avez pas été débité. Veuillez retourner à la boutique et recommencer.',
    expiredAt: 'Expiré le',
    missing: 'Paiement introuvable',
    missingAbout:
      'Le lien est incomplet ou le paiement a été supprimé. Veuillez retourner à la boutique et recommencer.',
    rejected: 'Une erreur s’est produite',
    rejectedAbout: 'Rien n’a changé. Veuillez revenir en arrière, recharger la page et réessayer.',
    fault: 'Une erreur s’est produite',
    faultAbout: 'Veuillez recharger cette page dans un instant. Vous ne serez pas débité deux fois.',
  },
  link: {
    missing: 'Lien introuvable',
    missingAbout:
      'Ce lien n’existe pas ou ne fonctionne plus. Vérifiez que vous l’avez copié en entier, ou contactez l’expéditeur.',
    fault: 'Une erreur s’est produite',
    faultAbout: 'Veuillez rouvrir le lien dans un instant.',
  },
}
