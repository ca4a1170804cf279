import type { Catalog } from '../catalog.ts'

export const phones: Catalog['phones'] = {
  title: 'Téléphones virtuels',
  about:
    'Les messages envoyés via le réseau simulé arrivent sur ces téléphones en direct. Les téléphones peuvent répondre.',
  all: 'Tous les téléphones',
  send: 'Envoyer un message',
  production:
    'Ce serveur est en production : les messages vont vers de vrais téléphones et il n’y a pas de téléphones virtuels.',
  phones: 'Téléphones',
  phone: 'Téléphone {phone}',
  find: 'Rechercher un téléphone',
  findHelp: 'Premiers chiffres du numéro',
  notFound: 'Aucun téléphone commençant par {digits}.',
  newMessage: 'Nouveau message sur {phone} : {text}',
  newMessages: 'Nouveaux messages sur {count, number} téléphones',
  nothing: 'Aucun message n’est arrivé.',
  wrote: 'Envoyé : {text}',
  binary: 'Message binaire',
  messagesOn: 'Messages sur {phone}',
  viewSent: 'Voir les messages envoyés à ce numéro',
  older: 'Messages plus anciens',
  to: 'À {name}',
  parts: '{count, plural, one {# partie} other {# parties}} · {time}',
  kinds: {
    stop: 'Désinscrit',
    start: 'Réinscrit',
    help: 'A demandé de l’aide',
  },
  reply: {
    submit: 'Répondre',
    message: 'Message',
    to: 'Répondre à',
    placeholder: 'Répondre à {name}',
    startTitle: 'Répondre START pour recevoir de nouveau les messages',
    stopTitle: 'Répondre STOP pour se désinscrire',
  },
  start: {
    title: 'Aucun message pour l’instant',
    about:
      'Envoyez un message à n’importe quel numéro, par exemple {number}. Il n’atteint aucun vrai téléphone : un téléphone virtuel avec ce numéro apparaît ici avec le message, et vous pouvez répondre.',
    picture: 'Votre premier message arrive ici.',
    terminal: 'Ou depuis un terminal, avec une clé de <link>Développeurs</link> :',
    command: 'Commande de terminal',
  },
  endings: {
    title: 'Terminaisons de numéros spéciales',
    about:
      'Les messages vers les autres numéros sont remis après un instant. Utilisez ces terminaisons pour tester les échecs. Un téléphone n’affiche que les messages remis.',
    ending: 'Se termine par',
    effect: 'Effet',
    explained: 'Son numéro se termine par {ending}. {effect}',
    effects: {
      '0000': 'Le réseau rejette le message.',
      '0001': 'Le réseau est occupé deux fois, puis le message est remis.',
      '0002': 'Le réseau accepte le message et aucun accusé de réception n’arrive.',
      '0003': 'Le message n’est pas remis, car le téléphone est éteint ou hors de portée.',
      '0004': 'Le message est remis après 30 secondes.',
      '0005': 'Le message est remis et l’accusé de réception arrive deux fois.',
      '0006': 'Le message est remis et l’accusé de réception arrive avant l’acceptation par le réseau.',
      '9999': 'Le code PIN à usage unique est toujours 123456.',
    },
  },
}
