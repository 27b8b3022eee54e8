import { mount } from 'svelte';
import Transcriber from './Transcriber.svelte';

mount(Transcriber, { target: document.body });
