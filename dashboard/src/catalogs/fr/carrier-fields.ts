import type { CarrierFields, FieldTexts } from '../catalog.ts'
import { httpFields } from './http-fields.ts'

/** When the messages of a carrier take another route. */
const failover: FieldTexts = {
  failoverSeconds: {
    title: 'Délai de basculement (secondes)',
    description: 'Temps hors ligne avant que ses messages utilisent la route suivante. Au plus un jour.',
  },
  health: {
    title: 'Règles de surveillance',
    description: 'Quand l’opérateur est hors service, ses messages utilisent la route suivante.',
  },
  'health.errorsAbove': {
    title: 'Limite d’erreurs',
    description: 'Hors service si une part plus grande des réponses sont des erreurs. 1 désactive cette règle.',
  },
  'health.missingAbove': {
    title: 'Limite d’accusés manquants',
    description: 'Hors service si une part plus grande des messages n’a pas d’accusé. 1 désactive cette règle.',
  },
  'health.receiptMinutes': {
    title: 'Délai des accusés (minutes)',
    description: 'Âge d’un message à partir duquel son accusé est considéré comme manquant.',
  },
  'health.minutes': {
    title: 'Période (minutes)',
    description: 'Les réponses et messages de cette période sont évalués.',
  },
  'health.least': {
    title: 'Échantillon minimal',
    description: 'Avec moins de réponses ou de messages, l’état n’est pas évalué.',
  },
  'health.outSeconds': {
    title: 'Durée hors service (secondes)',
    description: 'Temps avant le prochain essai. Il double après chaque essai échoué.',
  },
  'health.trialMessages': {
    title: 'Messages d’essai',
    description: 'Messages qui testent l’opérateur lors d’un essai.',
  },
}

export const carrierFields: CarrierFields = {
  smpp: {
    ...failover,
    'tls.serverName': {
      title: 'Nom du certificat',
      description: 'Le nom à vérifier dans le certificat. Par défaut : l’hôte.',
    },
    'tls.ca': {
      title: 'Autorité de certification',
      description: 'Le certificat de l’autorité de l’opérateur, au format PEM. Par défaut : les autorités publiques.',
    },
    'tls.verify': {
      title: 'Vérifier le certificat',
      description: 'À désactiver seulement pour des tests : tout certificat est alors accepté.',
    },
    'addresses.alphanumeric': {
      title: 'Expéditeurs alphanumériques',
      description: 'TON et NPI des noms d’expéditeur avec des lettres.',
    },
    'addresses.number': {
      title: 'Expéditeurs numériques',
      description: 'TON et NPI des expéditeurs qui sont des numéros de téléphone.',
    },
    'addresses.shortCode': {
      title: 'Numéros courts',
      description: 'TON et NPI des expéditeurs de six chiffres au plus. Certains opérateurs exigent 6,0 ou 0,1.',
    },
    'addresses.destination': { title: 'Destination', description: 'TON et NPI du numéro du destinataire.' },
    ton: { title: 'TON', description: 'Type de numéro.' },
    npi: { title: 'NPI', description: 'Plan de numérotation.' },
    host: { title: 'Hôte', description: 'Nom d’hôte ou adresse IP du centre de messagerie, sans port.' },
    port: { title: 'Port', description: 'Port TCP du centre de messagerie.' },
    systemId: { title: 'System ID', description: 'Votre nom d’utilisateur chez l’opérateur, 64 caractères au plus.' },
    systemType: { title: 'System type', description: 'Seulement si l’opérateur le demande.' },
    mode: {
      title: 'Mode de connexion (bind)',
      description: 'Choisissez « pair », un émetteur et un récepteur, si l’opérateur n’accepte pas les transceivers.',
    },
    binds: {
      title: 'Connexions (binds)',
      description: 'Nombre de connexions sur l’ensemble des processus. L’opérateur doit en autoriser plus d’une.',
    },
    window: {
      title: 'Fenêtre',
      description:
        'Messages qu’une connexion peut envoyer avant l’arrivée d’une réponse. Pas au-delà de la limite de l’opérateur.',
    },
    ratePerSecond: {
      title: 'Messages par seconde',
      description:
        'Débit maximal sur l’ensemble des connexions, selon votre contrat. Les parties des messages longs comptent. 0 signifie sans limite.',
    },
    tls: { title: 'TLS', description: 'Chiffre la connexion.' },
    addressRange: { title: 'Address range', description: 'Seulement si l’opérateur le demande.' },
    answerSeconds: {
      title: 'Délai de réponse (secondes)',
      description: 'Un message sans réponse dans ce délai est renvoyé et peut arriver deux fois.',
    },
    enquireSeconds: {
      title: 'Intervalle enquire_link (secondes)',
      description:
        'Une connexion inactive est vérifiée après ce délai. Il doit rester inférieur à celui de l’opérateur.',
    },
    text: {
      title: 'Encodage',
      description:
        'Encodage des textes en alphabet GSM 03.38. À modifier si @, _, $ ou é arrivent sous forme d’autres caractères.',
    },
    dataCoding: {
      title: 'Data coding',
      description:
        'La valeur data_coding de ces textes, si l’opérateur en exige une autre que celle par défaut : 0, ou 3 avec latin1.',
    },
    longMessages: {
      title: 'Messages longs',
      description:
        'Comment les parties d’un message long sont marquées. À modifier si les messages longs arrivent en morceaux.',
    },
    validity: {
      title: 'Validité',
      description:
        'Comment la date d’expiration d’un message est transmise. Choisissez « none » si l’opérateur la refuse.',
    },
    serviceType: { title: 'Service type', description: 'Seulement si l’opérateur le demande.' },
    addresses: { title: 'Types de numéro', description: 'TON et NPI par type d’expéditeur, et de la destination.' },
    answerIds: {
      title: 'Identifiants dans les réponses',
      description:
        'Format des identifiants de message dans les réponses. Avec « text », la casse et les zéros initiaux sont ignorés.',
    },
    receiptIds: {
      title: 'Identifiants dans les accusés',
      description:
        'Format des identifiants de message dans les accusés. Modifiez les deux si les réponses contiennent 1A2B et les accusés 6699.',
    },
    unmarkedReceipts: {
      title: 'Accusés non marqués',
      description:
        'Traite les messages au format d’accusé comme des accusés, même si l’opérateur ne les marque pas. Toute personne ayant un téléphone peut falsifier un tel message.',
    },
    statusErrors: {
      title: 'Erreurs d’envoi',
      description:
        'Statuts des réponses d’envoi avec une action (fail, retry ou throttle) et une raison, là où la valeur par défaut ne convient pas.',
    },
    receiptErrors: {
      title: 'Erreurs dans les accusés',
      description:
        'Codes d’erreur ou états des accusés avec une action (fail ou retry) et une raison, là où la valeur par défaut ne convient pas.',
    },
    'secrets.password': { title: 'Mot de passe' },
  },
  http: {
    ...failover,
    ...httpFields,
    'states.delivered': { title: 'Remis', description: 'Le message est arrivé sur le téléphone.' },
    'states.undelivered': { title: 'Non remis', description: 'Le message n’arrivera jamais sur le téléphone.' },
    url: {
      title: 'URL',
      description: 'Peut contenir des variables telles que {phone}, {sender}, {text}, {id} et {secrets.password}.',
    },
    afterSeconds: {
      title: 'Interroger après (secondes)',
      description: 'Âge d’un message à la première requête de statut. Par défaut : 0, ou 300 avec des accusés.',
    },
    gsm: { title: 'GSM 03.38', description: 'Pour les textes en alphabet GSM 03.38.' },
    ucs2: { title: 'UCS-2', description: 'Pour tous les autres textes.' },
    receipts: { title: 'Accusés', description: 'Accusés de réception transmis par le fournisseur.' },
    messages: { title: 'Messages entrants', description: 'Messages des personnes transmis par le fournisseur.' },
    status: { title: 'Requête de statut', description: 'La requête qui demande le statut d’un message.' },
    encodings: { title: 'Encodages', description: 'Les valeurs de {encoding}.' },
    window: {
      title: 'Fenêtre',
      description:
        'Requêtes simultanées de chaque processus. Après un plantage, au plus ce nombre de messages est envoyé deux fois.',
    },
    ratePerSecond: {
      title: 'Requêtes par seconde',
      description: 'Débit maximal de chaque processus. 0 signifie sans limite.',
    },
  },
}
