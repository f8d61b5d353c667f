<?php
// The plugin for WordPress with stand-ins for what it calls, as WordPress documents them: prints what the shortcode and the block write.
error_reporting( E_ALL );
set_error_handler( function ( $number, $message ) { throw new ErrorException( $message ); } );
define( 'ABSPATH', __DIR__ );
$seen = array( 'modules' => array(), 'inline' => array() );

function esc_attr( $text ) { return htmlspecialchars( $text, ENT_QUOTES, 'UTF-8', false ); }
function esc_url( $url ) {
	if ( ! preg_match( '~^(https?:)?//|^[/.]|^[\w-]+\.json$~i', trim( $url ) ) ) return '';
	return htmlspecialchars( preg_replace( '~[^a-z0-9-\~+_.?#=!&;,/:%@$|*\'()\[\]]~i', '', $url ), ENT_QUOTES, 'UTF-8' );
}
function plugins_url( $path, $file ) { return 'https://example.com/wp-content/plugins/colloquy/' . $path; }
function wp_enqueue_script_module( $id, $src, $needed, $version ) { global $seen; $seen['modules'][ $id ] = $src; }
function wp_register_script( ...$arguments ) {}
function wp_add_inline_script( $handle, $code ) { global $seen; $seen['inline'][] = $code; }
function wp_json_encode( $value, $flags ) { return json_encode( $value, $flags ); }
function add_shortcode( $name, $render ) { global $seen; $seen['shortcode'] = array( $name, $render ); }
function add_action( $name, $run ) { $run(); }
function register_block_type( $name, $options ) { global $seen; $seen['block'] = array( $name, $options ); }

require $argv[1];
$given = json_decode( stream_get_contents( STDIN ), true );
$written = array_map( $seen['shortcode'][1], $given );
$block = array_map( $seen['block'][1]['render_callback'], $given );
echo json_encode(
	array(
		'written'   => $written,
		'block'     => $block,
		'name'      => $seen['block'][0],
		'shortcode' => $seen['shortcode'][0],
		'modules'   => $seen['modules'],
		'inline'    => $seen['inline'],
	)
);
