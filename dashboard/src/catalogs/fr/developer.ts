import type { Catalog } from '../catalog.ts'

export const developer: Catalog['developer'] = {
  language: 'Langage de programmation',
  codeIn: 'La requête en {language}',
  placeholders:
    'Remplacez KEY et SECRET par une clé d’API de ce compte. Ne placez jamais le secret dans une page web ou une application.',
  requestId: 'ID de la requête',
  copyRequestId: 'Copier l’ID de la requête',
  noHint: 'Consultez la réponse pour plus de détails.',
  requestLog: 'Journal des requêtes',
  first: {
    title: 'Envoyer un premier message',
    about: 'Envoie un vrai message par l’API et consomme du crédit. Vos programmes envoient la même requête.',
    from: 'Nom d’expéditeur',
    requestSender: 'Demandez d’abord un nom d’expéditeur',
    to: 'Numéro de téléphone',
    toAbout: 'Votre propre téléphone, au format local ou international.',
    toStaging:
      'En préproduction, les messages vont uniquement vers des téléphones virtuels ou vers des opérateurs mobiles sur cette machine.',
    text: 'Texte du message',
    example: 'Bonjour de l’API Ngoma',
    send: 'Envoyer le message',
    request: 'La même requête dans votre programme',
  },
  answer: {
    unsent: '{valid, number} sur {total, number} envoyé',
    unsentAbout: 'Aucun message n’a été créé et aucun crédit n’a été dépensé. Vérifiez les numéros.',
    title: 'Réponse',
    delivery: 'Remise :',
    inLog: 'Voir dans le journal des requêtes',
    message: 'Voir le message',
  },
  guides: {
    title: 'Guides',
    about: '<all>Tous les guides</all> et la <reference>référence de l’API</reference> font partie de ce serveur.',
    names: {
      curl: 'Démarrage rapide',
      send: 'Envoi de messages',
      'delivery-reports': 'Rapports de remise',
      callbacks: 'Webhooks',
      otp: 'Codes PIN à usage unique',
      account: 'API du compte et erreurs',
      client: 'Client TypeScript',
      'request-log': 'Journal des requêtes',
    },
    contents: {
      curl: 'Envoyer, vérifier et payer avec curl.',
      send: 'Destinataires, textes, horaires et prix.',
      'delivery-reports': 'Consulter l’état de chaque message.',
      callbacks: 'Recevoir des événements et vérifier leur signature.',
      otp: 'Envoyer et vérifier des codes PIN.',
      account: 'Tout ce qui est sous /v2, avec tous les codes d’erreur.',
      client: 'Des appels typés, répétés sans risque.',
      'request-log': 'Trouver une requête et sa cause.',
    },
  },
}
