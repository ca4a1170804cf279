import type { CarrierFields } from '../catalog.ts'
import { httpFields } from './http-fields.ts'

/** The texts of the kinds of chat channels. */
export const chatFields: CarrierFields = {
  'chat whatsapp': {
    wabaId: {
      title: 'Identifiant du compte professionnel',
      description: 'L’identifiant du compte WhatsApp Business, en chiffres.',
    },
    numbers: {
      title: 'Numéros',
      description:
        'Vos numéros de téléphone : une liste de {"id": "identifiant du numéro de téléphone", "number": "255700000001"}.',
    },
    baseUrl: { title: 'Adresse de l’API', description: 'L’adresse de l’API Graph, sans la version.' },
    version: { title: 'Version', description: 'La version de l’API Graph.' },
    ratePerSecond: { title: 'Messages par seconde', description: 'Débit maximal de chaque processus.' },
    timeoutSeconds: {
      title: 'Délai de réponse (secondes)',
      description: 'Temps maximal pour une réponse. Au-delà, le résultat d’un message est inconnu.',
    },
    mediaMegabytesMax: {
      title: 'Taille maximale d’un fichier (Mio)',
      description: 'Les fichiers plus grands envoyés par les personnes ne peuvent pas être téléchargés.',
    },
    'secrets.accessToken': { title: 'Jeton d’accès d’un utilisateur système' },
    'secrets.appSecret': { title: 'Clé secrète de l’application (App secret), qui signe les webhooks' },
    'secrets.verifyToken': { title: 'Jeton de vérification (Verify token) du webhook' },
  },
  'chat http': {
    ...httpFields,
    services: {
      title: 'Services',
      description: 'Les noms des services, tels que telegram ou voice. Les messages choisissent le canal par ce nom.',
    },
    businesses: {
      title: 'Entreprises',
      description: 'Les noms ou numéros qui peuvent envoyer des messages. Par défaut : tous.',
    },
    types: {
      title: 'Types de message',
      description: 'Les types de message que la requête d’envoi accepte. Par défaut : text.',
    },
    url: {
      title: 'URL',
      description: 'Peut contenir des variables telles que {phone}, {business}, {text}, {id} et {secrets.password}.',
    },
    'states.sent': { title: 'Envoyé', description: 'Le message a été envoyé.' },
    'states.delivered': { title: 'Distribué', description: 'Le message est parvenu à la personne.' },
    'states.read': { title: 'Lu', description: 'La personne a lu le message.' },
    'states.failed': { title: 'Échoué', description: 'Le message ne parviendra jamais à la personne.' },
    receipts: {
      title: 'Accusés',
      description: 'Statuts des messages que le fournisseur transmet à l’URL de rappel.',
    },
    messages: {
      title: 'Messages entrants',
      description: 'Messages des personnes que le fournisseur transmet à l’URL de rappel suivie de /messages.',
    },
    isRepeatable: {
      title: 'Reconnaît les requêtes répétées',
      description:
        'Une requête avec le même {id} ne parvient qu’une fois à la personne ; si la réponse se perd, la requête est donc répétée.',
    },
    hasSessions: {
      title: 'Avec des sessions',
      description: 'À une personne qui n’a pas écrit depuis 24 heures, on ne peut envoyer que des modèles.',
    },
    ratePerSecond: {
      title: 'Messages par seconde',
      description: 'Débit maximal de chaque processus. 0 signifie sans limite.',
    },
  },
}
