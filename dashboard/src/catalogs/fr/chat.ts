import type { Catalog } from '../catalog.ts'

export const chat: Catalog['chat'] = {
  states: {
    queued: 'Envoi en cours',
    sent: 'Envoyé',
    delivered: 'Distribué',
    read: 'Lu',
    unknown: 'Inconnu : le canal n’a pas dit s’il a reçu le message. Il n’est pas facturé.',
  },
  notSent: {
    refused_by_channel: 'Non envoyé : le canal a rejeté le message. Il n’est pas facturé.',
    expired: 'Non envoyé : le canal est resté injoignable pendant une journée. Le message n’est pas facturé.',
    undeliverable:
      'Non distribué : ce numéro ne peut pas recevoir de messages sur ce canal. Le message n’est pas facturé.',
    template_needed:
      'Non envoyé : plus de 24 heures se sont écoulées depuis le dernier message de la personne. Envoyez un modèle.',
    template_missing:
      'Non envoyé : le canal n’a pas de modèle avec ce nom et cette langue. Le message n’est pas facturé.',
    template_parameters: 'Non envoyé : les paramètres ne correspondent pas au modèle. Le message n’est pas facturé.',
  },
  openFile: {
    image: 'Ouvrir l’image',
    document: 'Ouvrir le document',
    video: 'Ouvrir la vidéo',
    audio: 'Ouvrir l’audio',
  },
  image: 'Image de la personne',
  download: {
    image: 'Télécharger l’image',
    document: 'Télécharger le document',
    video: 'Télécharger la vidéo',
    audio: 'Télécharger l’audio',
    sticker: 'Télécharger l’autocollant',
  },
  address: '{channel} · {number}',
  template: 'Modèle',
  chooseTemplate: 'Choisissez un modèle',
  placeholders: {
    HEADER: 'Texte pour {name} dans l’en-tête',
    BODY: 'Texte pour {name}',
  },
  noTemplates: 'Aucun modèle approuvé n’est disponible. Les modèles sont lus sur le canal toutes les heures.',
  failed: 'Échec',
  failedReason: 'Échec : {reason}',
  summary: '{type} : {text}',
  incomplete: 'Choisissez un modèle et remplissez tous ses textes.',
  types: {
    image: 'Image',
    document: 'Document',
    video: 'Vidéo',
    audio: 'Audio',
    sticker: 'Autocollant',
    location: 'Lieu',
    contacts: 'Contacts',
    template: 'Modèle',
    interactive: 'Message avec boutons',
    unsupported: 'Message qui ne peut pas être affiché ici',
  },
}
