<?php
/**
 * Plugin Name: Colloquy
 * Description: AI-led interviews as a block and as the shortcode [colloquy guide="reflective"].
 * Version: 0.1.0
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * License: MIT OR Apache-2.0
 *
 * Put this file in wp-content/plugins/colloquy, and beside it what `npx colloquy copy colloquy --all` writes.
 */

namespace Colloquy;

defined( 'ABSPATH' ) || exit;

/** The attributes of the element that an editor may set, each with what the block editor calls it. Everything else that is given is dropped. */
const ATTRIBUTES = array(
	'guide'   => 'Guide (reflective, staged, advice, gaps, onboarding)',
	'study'   => 'Address of a study, in place of a guide',
	'subject' => 'What it is about',
	'lang'    => 'Language (en, de, es, fr, ar, ja)',
	'layout'  => 'Layout (inline, popup, bubble, sidetab)',
	'trigger' => 'When it opens, such as scroll:50%',
	'label'   => 'Label of what opens it',
	'proxy'   => 'Address of the proxy, for a model',
	'dialect' => 'Dialect of the model',
	'model'   => 'Name of the model',
);

/** Those that are addresses. */
const ADDRESSES = array( 'study', 'proxy' );

/** The block in the editor: a field for each attribute, and the name of what will stand there. The interview itself does not begin there. */
const EDITOR = <<<'JS'
(({ blocks, blockEditor, components, element }, labels) => {
  const h = element.createElement;
  blocks.registerBlockType("colloquy/interview", {
    edit: ({ attributes, setAttributes }) => {
      const field = ([name, label]) =>
        h(components.TextControl, { key: name, label, value: attributes[name] ?? "", onChange: (value) => setAttributes({ [name]: value }) });
      return h("div", blockEditor.useBlockProps(),
        h(blockEditor.InspectorControls, null, h(components.PanelBody, { title: "Interview" }, Object.entries(labels).map(field))),
        h("p", null, "Interview: " + (attributes.study || attributes.guide || "reflective")));
    },
    save: () => null,
  });
})(window.wp, %s);
JS;

/** Writes the element. Every value is escaped here, whoever wrote it: authors may use shortcodes who may not write HTML. */
function render( $given ) {
	$given = is_array( $given ) ? $given : array();
	if ( empty( $given['guide'] ) && empty( $given['study'] ) ) {
		$given['guide'] = 'reflective';
	}
	$html = '';
	foreach ( ATTRIBUTES as $name => $label ) {
		$value = isset( $given[ $name ] ) && is_scalar( $given[ $name ] ) ? (string) $given[ $name ] : '';
		$value = in_array( $name, ADDRESSES, true ) ? esc_url( $value ) : esc_attr( $value );
		if ( '' !== $value ) {
			$html .= sprintf( ' %s="%s"', $name, $value );
		}
	}
	wp_enqueue_script_module( 'colloquy', plugins_url( 'colloquy/element.js', __FILE__ ), array(), null );
	return '<colloquy-interview' . $html . '></colloquy-interview>';
}

add_shortcode( 'colloquy', __NAMESPACE__ . '\render' );

add_action(
	'init',
	function () {
		$attributes = array();
		foreach ( ATTRIBUTES as $name => $label ) {
			$attributes[ $name ] = array( 'type' => 'string', 'default' => '' );
		}
		$needed = array( 'wp-blocks', 'wp-block-editor', 'wp-components', 'wp-element' );
		wp_register_script( 'colloquy-block', false, $needed, '0.1.0', true );
		// As JSON, whose "<" is escaped: no label can end the script.
		$labels = wp_json_encode( ATTRIBUTES, JSON_HEX_TAG | JSON_HEX_AMP );
		wp_add_inline_script( 'colloquy-block', sprintf( EDITOR, $labels ) );
		register_block_type(
			'colloquy/interview',
			array(
				'api_version'           => 3,
				'title'                 => 'Interview',
				'description'           => 'An interview that is led in this page.',
				'category'              => 'widgets',
				'icon'                  => 'format-chat',
				'attributes'            => $attributes,
				'editor_script_handles' => array( 'colloquy-block' ),
				'render_callback'       => __NAMESPACE__ . '\render',
			)
		);
	}
);
