import type { CarrierFields } from '../catalog.ts'

export const carrierFields: CarrierFields = {
  smpp: {
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
        'Débit maximal sur l’ensemble des connexions, selon votre contrat. Les segments des messages longs comptent. 0 signifie sans limite.',
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
        'Comment les segments d’un message long sont marqués. À modifier si les messages longs arrivent en morceaux.',
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
    'secrets.password': { title: 'Mot de passe' },
  },
  http: {
    'states.accepted': {
      title: 'Accepté',
      description: 'Le fournisseur a accepté le message. Par défaut : tout statut 2xx.',
    },
    'states.refused': {
      title: 'Refusé',
      description: 'Le fournisseur ne l’enverra jamais. Le message finit non remis.',
    },
    'states.busy': { title: 'Occupé', description: 'Ce message est réessayé plus tard.' },
    'states.slow': {
      title: 'Ralentir',
      description:
        'L’envoi s’arrête un moment, et aucun message n’échoue. Aussi en cas de crédit insuffisant ou de mot de passe erroné.',
    },
    'states.delivered': { title: 'Remis', description: 'Le message est arrivé sur le téléphone.' },
    'states.undelivered': { title: 'Non remis', description: 'Le message n’arrivera jamais sur le téléphone.' },
    'states.pending': { title: 'En attente', description: 'Le message est encore en route.' },
    reference: {
      title: 'Référence',
      description:
        'Chemin de l’identifiant de message du fournisseur, par exemple data.0.id. Par défaut : notre propre {id}.',
    },
    state: { title: 'État', description: 'Chemin de la valeur à laquelle se rapportent les états ci-dessous.' },
    reason: { title: 'Motif', description: 'Chemin du motif d’un refus.' },
    answer: { title: 'Réponse', description: 'Où se trouvent les valeurs dans la réponse.' },
    split: {
      title: 'Séparateur',
      description: 'Caractères entre les valeurs d’une réponse en texte. Par défaut : la réponse est en JSON.',
    },
    url: {
      title: 'URL',
      description: 'Peut contenir des variables telles que {phone}, {sender}, {text}, {id} et {secrets.password}.',
    },
    method: { title: 'Méthode', description: 'Par défaut : POST avec un corps, sinon GET.' },
    headers: { title: 'En-têtes', description: 'Peuvent contenir des variables.' },
    body: { title: 'Corps', description: 'Un texte, ou un objet envoyé en JSON. Peut contenir des variables.' },
    'send.states': {
      title: 'États',
      description: 'La signification de chaque valeur, ou d’un statut HTTP tel que http:422.',
    },
    states: { title: 'États', description: 'La signification de chaque valeur.' },
    afterSeconds: {
      title: 'Interroger après (secondes)',
      description: 'Âge d’un message à la première requête de statut. Par défaut : 0, ou 300 avec des accusés.',
    },
    'receipts.answer.status': { title: 'Statut', description: 'Statut HTTP de la réponse.' },
    type: { title: 'Type de contenu', description: 'Type de contenu de la réponse.' },
    'receipts.answer.body': { title: 'Corps', description: 'Texte de la réponse.' },
    from: {
      title: 'Source',
      description: 'Où se trouvent les valeurs : dans un corps JSON, un formulaire, ou les paramètres de l’URL.',
    },
    list: {
      title: 'Liste',
      description: 'Chemin d’une liste d’accusés dans le corps JSON. Par défaut : le corps est un accusé ou une liste.',
    },
    'receipts.reference': { title: 'Référence', description: 'Chemin ou nom du champ de l’identifiant du message.' },
    'receipts.answer': { title: 'Réponse', description: 'Notre réponse au fournisseur, une fois l’accusé enregistré.' },
    gsm: { title: 'GSM 03.38', description: 'Pour les textes en alphabet GSM 03.38.' },
    ucs2: { title: 'UCS-2', description: 'Pour tous les autres textes.' },
    send: { title: 'Envoi', description: 'La requête qui transmet un message, et le sens de sa réponse.' },
    receipts: { title: 'Accusés', description: 'Accusés de réception transmis par le fournisseur.' },
    status: { title: 'Requête de statut', description: 'La requête qui demande le statut d’un message.' },
    encodings: { title: 'Encodages', description: 'Les valeurs de {encoding}.' },
    timeoutSeconds: { title: 'Délai de réponse (secondes)', description: 'Temps maximal pour une réponse.' },
    window: {
      title: 'Fenêtre',
      description:
        'Requêtes simultanées de chaque processus. Après un plantage, au plus ce nombre de messages est envoyé deux fois.',
    },
    ratePerSecond: {
      title: 'Requêtes par seconde',
      description: 'Débit maximal de chaque processus. 0 signifie sans limite.',
    },
    'secrets.password': { title: 'Mot de passe ou jeton pour {secrets.password}' },
  },
}
